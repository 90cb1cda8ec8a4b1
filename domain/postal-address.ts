/** Street and apartment in one line: `12 Main St, Apt 4B`. @param unit apartment, suite or floor */
export function streetLine(street: string, unit: string | null): string {
  return unit === null ? street : `${street}, ${unit}`
}

type Place = { address: string; unit: string | null; city: string; state: string; zip: string }

/** An address as on an envelope, the apartment on a line of its own. */
export function addressLines({ address, unit, city, state, zip }: Place): string {
  return [address, ...(unit === null ? [] : [unit]), `${city}, ${state} ${zip}`].join('\n')
}
