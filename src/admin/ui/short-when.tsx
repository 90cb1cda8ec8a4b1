import { formatDateTime, formatMarketTime, formatShort } from '#domain/dates.ts'
import { zoneName } from '#domain/time-zones.ts'
import { useNow, useReaderZone } from '#src/admin/first-screen.tsx'
import type { WhenProps } from './when.tsx'

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
