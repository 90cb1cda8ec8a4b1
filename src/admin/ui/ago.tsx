import { formatDateTime } from '#domain/dates.ts'
import { timeAgo } from '#domain/time-left.ts'
import { useReaderZone } from '#src/admin/first-screen.tsx'
import { useMinute } from './time-left.tsx'
import { When } from './when.tsx'

/**
 * A stamp as `25 min ago`, exactly on hover; after a week the stamp itself.
 * @param exact shows the stamp beside it where nothing hovers
 */
export function Ago({ at, exact = false }: { at: string; exact?: boolean }) {
  const reader = useReaderZone()
  const ago = timeAgo(at, useMinute())
  if (ago === null) return <When at={at} />
  const stamp = formatDateTime(new Date(at), reader)
  return (
    <time dateTime={at} title={stamp} className="tabular-nums">
      <span>{ago}</span>
      {exact && <span className="pointer-fine:hidden">{` (${stamp})`}</span>}
    </time>
  )
}
