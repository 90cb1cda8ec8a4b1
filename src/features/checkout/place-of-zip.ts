/** What follows from a ZIP: always a state, a city only where its ZIPs know no other postal name. */
export type Place = { city: string | null; state: string }

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

/** City and state of a five-digit ZIP in New York or California; null elsewhere, where the shop does not deliver. */
export function placeOfZip(zip: string): Place | null {
  const area = zip.slice(0, 3)
  const city = CITIES[area] ?? null
  if (area >= '100' && area <= '149') return { city, state: 'NY' }
  if (area >= '900' && area <= '961') return { city, state: 'CA' }
  return null
}
