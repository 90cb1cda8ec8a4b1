import { FIXED_EASTERN } from './zoned-time.ts'

/** The time zones that a market can have: one for each way in which clocks are set in the 50 states, and whose clocks they are. */
export const US_ZONES = [
  { id: 'America/New_York', name: 'Eastern', cities: 'New York, Miami' },
  { id: 'America/Chicago', name: 'Central', cities: 'Chicago, Houston' },
  { id: 'America/Denver', name: 'Mountain', cities: 'Denver, Salt Lake City' },
  { id: 'America/Phoenix', name: 'Arizona', cities: 'Phoenix, Tucson' },
  { id: 'America/Los_Angeles', name: 'Pacific', cities: 'Los Angeles, Seattle' },
  { id: 'America/Anchorage', name: 'Alaska', cities: 'Anchorage' },
  { id: 'Pacific/Honolulu', name: 'Hawaii', cities: 'Honolulu' },
] as const

type UsZone = (typeof US_ZONES)[number]['id']

/** True if `value` is the IANA name of one of {@link US_ZONES}. */
export function isUsZone(value: unknown): value is UsZone {
  return US_ZONES.some(({ id }) => id === value)
}

/** A zone as people call it; one that is not of ours by its IANA name. */
export function usZoneName(zone: string): string {
  return US_ZONES.find(({ id }) => id === zone)?.name ?? zone
}

/** The brand says EST and PST all year round, whatever the runtime's own tables say. */
const BRAND_NAMES: Readonly<Record<string, string>> = {
  [FIXED_EASTERN]: 'EST',
  'America/New_York': 'EST',
  'America/Chicago': 'CST',
  'America/Denver': 'MST',
  'America/Los_Angeles': 'PST',
}

/** The short name of a zone's (IANA) standard time, the same in summer and winter: `EST`, `HST`, `GMT+1`. */
export function zoneName(zone: string): string {
  return BRAND_NAMES[zone] ?? standardName(zone)
}

function standardName(zone: string): string {
  const inZone = (style: 'short' | 'longOffset', month: number) =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: style })
      .formatToParts(Date.UTC(2026, month, 1))
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone
  // Standard time has the smaller offset: in January in the northern hemisphere, in July in the southern.
  const [january, july] = [offsetMinutes(inZone('longOffset', 0)), offsetMinutes(inZone('longOffset', 6))]
  return inZone('short', january <= july ? 0 : 6)
}

/** Minutes ahead of UTC of a text such as `GMT-05:00` or `GMT`. */
function offsetMinutes(text: string): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(text) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0))
}
