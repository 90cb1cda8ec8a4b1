import { Link } from '@tanstack/react-router'
import type { PageInfo } from '#src/contracts/admin/page.ts'

/** `Page X of Y` with Previous and Next, real links; nothing where there is one page (§2, decisions.md). */
export function Pagination({ info }: { info: PageInfo }) {
  const pages = Math.max(1, Math.ceil(info.total / info.pageSize))
  if (pages <= 1 && info.page <= 1) return null
  const last = info.page >= pages && !info.capped
  return (
    <nav className="pagination" aria-label="Pages">
      <Step to={info.page - 1} off={info.page <= 1}>
        Previous
      </Step>
      <p className="figures">
        Page {info.page} of {info.capped ? `${pages.toLocaleString('en-US')}+` : pages}
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
    <Link
      to="."
      className="button button-quiet"
      search={(now: Record<string, unknown>) => ({ ...now, page: to > 1 ? to : undefined })}
    >
      {children}
    </Link>
  )
}
