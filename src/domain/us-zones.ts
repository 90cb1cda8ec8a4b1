/** The time zones that a market can have: one for each way in which clocks are set in the 50 states. */
export const US_ZONES = [
  { id: 'America/New_York', name: 'Eastern' },
  { id: 'America/Chicago', name: 'Central' },
  { id: 'America/Denver', name: 'Mountain' },
  { id: 'America/Phoenix', name: 'Mountain, no daylight saving (Arizona)' },
  { id: 'America/Los_Angeles', name: 'Pacific' },
  { id: 'America/Anchorage', name: 'Alaska' },
  { id: 'Pacific/Honolulu', name: 'Hawaii' },
] as const

export type UsZone = (typeof US_ZONES)[number]['id']

/** Whether `value` is the IANA name of one of {@link US_ZONES}. */
export function isUsZone(value: unknown): value is UsZone {
  return US_ZONES.some(({ id }) => id === value)
}

/** A zone as people call it; one that is not of ours by its IANA name. */
export function usZoneName(zone: string): string {
  return US_ZONES.find(({ id }) => id === zone)?.name ?? zone
}
