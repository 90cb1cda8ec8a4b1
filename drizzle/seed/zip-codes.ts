import zipcodes from 'zipcodes'

/** Manhattan, Staten Island, the Bronx, Brooklyn and Queens by the first three digits; two Queens codes lie outside. */
const NEW_YORK_PREFIXES = ['100', '101', '102', '103', '104', '111', '112', '113', '114', '116']
const NEW_YORK_EXTRA = ['11004', '11005']

/** The real ZIP codes of the five boroughs, sorted. */
export function newYorkZips(): string[] {
  return codes('NY').filter(
    (zip) => NEW_YORK_PREFIXES.includes(zip.slice(0, 3)) || NEW_YORK_EXTRA.includes(zip),
  )
}

/** The real ZIP codes of San Francisco, sorted. */
export function sanFranciscoZips(): string[] {
  return codes('CA', 'San Francisco')
}

function codes(state: string, city?: string): string[] {
  return Object.values(zipcodes.codes)
    .filter((code) => code.country === 'US' && code.state === state && (!city || code.city === city))
    .map((code) => code.zip)
    .sort()
}
