// Names the part of a city that a ZIP code belongs to, as far as the post's own numbering says it: its first three digits are the
// sorting office, and in New York each of those lies in one borough. San Francisco has one for all of the city.

const QUEENS = 'Queens'

/** By the first three digits. */
const AREAS: Readonly<Record<string, string>> = {
  '100': 'Manhattan',
  '101': 'Manhattan',
  '102': 'Manhattan',
  '103': 'Staten Island',
  '104': 'The Bronx',
  '111': QUEENS,
  '112': 'Brooklyn',
  '113': QUEENS,
  '114': QUEENS,
  '116': QUEENS,
  '941': 'San Francisco',
}

/** In Queens, while most codes of their sorting office lie in Nassau County. */
const QUEENS_BESIDE_NASSAU = ['11004', '11005']

/** `Brooklyn`; of a code whose digits name no part of a city we know, `Codes that begin with 597`. @param zip five digits */
export function zipArea(zip: string): string {
  const prefix = zip.slice(0, 3)
  if (QUEENS_BESIDE_NASSAU.includes(zip)) return QUEENS
  return AREAS[prefix] ?? `Codes that begin with ${prefix}`
}
