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
