import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'

type PaginationProps = {
  info: PageInfo
  /** The rows of another page are shown while those of this one are on their way. */
  stale?: boolean
}

/**
 * `Page X of Y` with Previous and Next, real links; nothing where there is one page. When the API answers
 * with another page than the address names, one beyond the last, the address follows.
 */
export function Pagination({ info, stale = false }: PaginationProps) {
  const navigate = useNavigate()
  const { page: asked = 1 }: { page?: number } = useSearch({ strict: false })
  useEffect(() => {
    if (stale || info.page === asked) return
    void navigate({ to: '.', search: toPage(info.page), state: true, replace: true })
  }, [stale, info.page, asked, navigate])
  const pages = Math.max(1, Math.ceil(info.total / info.pageSize))
  if (pages <= 1 && info.page <= 1) return null
  const last = info.page >= pages && !info.capped
  return (
    <nav className="mt-4 flex flex-wrap items-center justify-between gap-3" aria-label="Pages">
      <Step to={info.page - 1} off={info.page <= 1}>
        Previous
      </Step>
      <p className="text-small leading-normal text-muted tabular-nums">
        {`Page ${info.page} of ${info.capped ? `${pages.toLocaleString('en-US')}+` : pages}`}
      </p>
      <Step to={info.page + 1} off={last}>
        Next
      </Step>
    </nav>
  )
}

function Step({ to, off, children }: { to: number; off: boolean; children: string }) {
  if (off)
    return (
      <span className="button button-quiet" aria-disabled="true">
        {children}
      </span>
    )
  return (
    <Link to="." className="button button-quiet" search={toPage(to)} state>
      {children}
    </Link>
  )
}

function toPage(page: number) {
  return (now: Record<string, unknown>) => ({ ...now, page: page > 1 ? page : undefined })
}
