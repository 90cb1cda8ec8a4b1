import { formatDate, formatDateTime } from '#src/domain/dates.ts'

/**
 * A stamp in the reader's own zone, `Jun 4, 2026 at 3:05 PM` (§9). Where there is little room it breaks between the day
 * and the time.
 * @param at ISO instant
 */
export function When({ at, zone }: { at: string; zone?: string }) {
  const instant = new Date(at)
  const day = formatDate(instant, zone)
  return (
    <time dateTime={at} className="figures">
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{formatDateTime(instant, zone).slice(day.length + 1)}</span>
    </time>
  )
}
