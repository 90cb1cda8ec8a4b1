import { formatDate, formatDateTime, formatMarketTime } from '#domain/dates.ts'
import { useReaderZone } from '#src/admin/first-screen.tsx'

export type WhenProps = {
  /** ISO instant. */
  at: string
  /** A market's (IANA), for a time of delivery; absent: a stamp, in the reader's own zone. */
  zone?: string
}

/**
 * An instant: `Jun 4, 2026 at 3:05 PM`, with the market's zone behind it where that is not the reader's. Where there is
 * little room, as in the columns of a table, it breaks between the day and the time.
 */
export function When({ at, zone }: WhenProps) {
  const reader = useReaderZone()
  const instant = new Date(at)
  const day = formatDate(instant, zone ?? reader)
  const text =
    zone === undefined ? formatDateTime(instant, reader) : formatMarketTime(instant, zone, 'full', reader)
  return (
    <time dateTime={at} className="whitespace-normal tabular-nums md:in-[table]:text-label">
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{text.slice(day.length + 1)}</span>
    </time>
  )
}
