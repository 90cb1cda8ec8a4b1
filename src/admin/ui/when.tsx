import { formatDate, formatDateTime, formatMarketTime } from '#domain/dates.ts'

type WhenProps = {
  /** ISO instant. */
  at: string
  /** A market's (IANA), for a time of delivery; absent: a stamp, in the reader's own zone. */
  zone?: string
}

/**
 * An instant: `Jun 4, 2026 at 3:05 PM`, with the market's zone behind it where that is not the reader's. Where there is
 * little room it breaks between the day and the time.
 */
export function When({ at, zone }: WhenProps) {
  const instant = new Date(at)
  const day = formatDate(instant, zone)
  const text = zone === undefined ? formatDateTime(instant) : formatMarketTime(instant, zone)
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{text.slice(day.length + 1)}</span>
    </time>
  )
}
