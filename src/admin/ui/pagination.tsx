import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { PageInfo } from '#api/platform/database/paging-schema.ts'
import { PAGE_SIZES } from '#domain/admin-lists.ts'
import { LinkButton } from './link-button.tsx'

type PaginationProps = {
  info: PageInfo
  /** The rows of another page are shown while those of this one are on their way. */
  stale?: boolean
  /** One can choose how many rows a page has. */
  hasSizes?: boolean
}

/**
 * `Page X of Y` with Previous and Next, real links, and the choice of how many rows a page has; nothing where all rows
 * fit on one page of the usual size. When the API answers with another page than the address names, one beyond the
 * last, the address follows.
 */
export function Pagination({ info, stale = false, hasSizes = false }: PaginationProps) {
  const navigate = useNavigate()
  const { page: asked = 1 }: { page?: number } = useSearch({ strict: false })
  useEffect(() => {
    if (stale || info.page === asked) return
    void navigate({ to: '.', search: toPage(info.page), state: true, replace: true })
  }, [stale, info.page, asked, navigate])
  const pages = Math.max(1, Math.ceil(info.total / info.pageSize))
  const hasPages = pages > 1 || info.page > 1
  if (!hasPages && (!hasSizes || info.total <= PAGE_SIZES[0])) return null
  const last = info.page >= pages && !info.capped
  return (
    <nav className="mt-4 flex flex-wrap items-center justify-between gap-3" aria-label="Pages">
      {hasPages && (
        <LinkButton to="." look="quiet" search={toPage(info.page - 1)} state disabled={info.page <= 1}>
          Previous
        </LinkButton>
      )}
      <div className="flex flex-1 flex-wrap items-center justify-center gap-x-4 gap-y-2 text-small leading-normal text-muted tabular-nums max-md:order-1 max-md:basis-full">
        <p>{`Page ${info.page} of ${info.capped ? `${pages.toLocaleString('en-US')}+` : pages}`}</p>
        {hasSizes && (
          <label className="flex items-center gap-2">
            <span>Rows</span>
            <select
              className="control w-auto py-1 text-ink"
              aria-label="Rows per page"
              value={info.pageSize}
              onChange={({ target }) =>
                void navigate({ to: '.', search: toSize(Number(target.value)), state: true })
              }
            >
              {PAGE_SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
        )}
      </div>
      {hasPages && (
        <LinkButton to="." look="quiet" search={toPage(info.page + 1)} state disabled={last}>
          Next
        </LinkButton>
      )}
    </nav>
  )
}

function toPage(page: number) {
  return (now: Record<string, unknown>) => ({ ...now, page: page > 1 ? page : undefined })
}

/** From the first row on: the rows of a page are others then. */
function toSize(chosen: number) {
  const size = PAGE_SIZES.slice(1).find((each) => each === chosen)
  return (now: Record<string, unknown>) => ({ ...now, size, page: undefined })
}
