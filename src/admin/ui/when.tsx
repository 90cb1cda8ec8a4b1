import { formatDate, formatDateTime, formatMarketTime, formatShort } from '#domain/dates.ts'
import { timeAgo } from '#domain/time-left.ts'
import { zoneName } from '#domain/time-zones.ts'
import { useNow, useReaderZone } from '#src/admin/first-screen.tsx'
import { useMinute } from './time-left.tsx'

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
  const reader = useReaderZone()
  const instant = new Date(at)
  const day = formatDate(instant, zone ?? reader)
  const text =
    zone === undefined ? formatDateTime(instant, reader) : formatMarketTime(instant, zone, 'full', reader)
  return (
    <time dateTime={at} className="tabular-nums">
      <span className="whitespace-nowrap">{day}</span>{' '}
      <span className="whitespace-nowrap">{text.slice(day.length + 1)}</span>
    </time>
  )
}

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

/**
 * An instant where there is little room: `Jun 4, 3:05 PM`, or `Jun 4, 2025`. All of it, with the year and the market's zone,
 * is its title, which {@link FullText} shows in tables.
 * @param props.named with the name of the market's zone, if it is another than the reader's
 */
export function ShortWhen({ at, zone, named = false }: WhenProps & { named?: boolean }) {
  const reader = useReaderZone()
  const now = useNow()
  const instant = new Date(at)
  const full =
    zone === undefined ? formatDateTime(instant, reader) : formatMarketTime(instant, zone, 'full', reader)
  const name = named && zone ? nameOfOther(instant, zone, reader) : null
  const [, day = '', time = ''] =
    /^(.+?), (.+)$/.exec(formatShort(instant, zone ?? reader, new Date(now))) ?? []
  return (
    <time dateTime={at} title={full} className="whitespace-normal tabular-nums md:in-[table]:text-label">
      <span className="whitespace-nowrap">{`${day},`}</span>{' '}
      <span className="whitespace-nowrap">{name && time.includes(':') ? `${time} ${name}` : time}</span>
    </time>
  )
}

/** The short name of a market's zone; null if the reader's clock shows the same. */
function nameOfOther(instant: Date, zone: string, reader: string): string | null {
  return formatDateTime(instant, reader) === formatDateTime(instant, zone) ? null : zoneName(zone)
}
