import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { LinkButton } from './link-button.tsx'

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
      <LinkButton to="." look="quiet" search={toPage(info.page - 1)} state disabled={info.page <= 1}>
        Previous
      </LinkButton>
      <p className="text-small leading-normal text-muted tabular-nums">
        {`Page ${info.page} of ${info.capped ? `${pages.toLocaleString('en-US')}+` : pages}`}
      </p>
      <LinkButton to="." look="quiet" search={toPage(info.page + 1)} state disabled={last}>
        Next
      </LinkButton>
    </nav>
  )
}

function toPage(page: number) {
  return (now: Record<string, unknown>) => ({ ...now, page: page > 1 ? page : undefined })
}
