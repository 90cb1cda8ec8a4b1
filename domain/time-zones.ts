import { FIXED_EASTERN, offsetAt } from './zoned-time.ts'

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
  const [january, july] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]
  // Standard time has the smaller offset: in January in the northern hemisphere, in July in the southern.
  const standard = offsetAt(january, zone) <= offsetAt(july, zone) ? january : july
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    standard,
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
