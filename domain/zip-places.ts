import { stateOfZip } from './zip-states.ts'

/** The place of a ZIP: always a state, a city only where its ZIPs know no other postal name. */
export type CityAndState = { city: string | null; state: string }

// First three digits. Queens is missing on purpose: its post goes to Astoria, Flushing, Jamaica and more.
const CITIES: Readonly<Record<string, string>> = {
  '100': 'New York',
  '101': 'New York',
  '102': 'New York',
  '103': 'Staten Island',
  '104': 'Bronx',
  '112': 'Brooklyn',
  '941': 'San Francisco',
}

/** City and state of a five-digit ZIP; null where its first digits do not tell the state. */
export function cityAndStateOfZip(zip: string): CityAndState | null {
  const state = stateOfZip(zip)
  return state && { city: CITIES[zip.slice(0, 3)] ?? null, state }
}
