/** Street and apartment in one line: `12 Main St, Apt 4B`. @param unit apartment, suite or floor */
export function streetLine(street: string, unit: string | null): string {
  return unit === null ? street : `${street}, ${unit}`
}

type Place = { address: string; unit: string | null; city: string; state: string; zip: string }

/** An address as on an envelope, the apartment on a line of its own. */
export function addressLines({ address, unit, city, state, zip }: Place): string {
  return [address, ...(unit === null ? [] : [unit]), `${city}, ${state} ${zip}`].join('\n')
}

/** The 50 states, by name. */
export const US_STATES = [
  { code: 'AL', name: 'Alabama' },
  { code: 'AK', name: 'Alaska' },
  { code: 'AZ', name: 'Arizona' },
  { code: 'AR', name: 'Arkansas' },
  { code: 'CA', name: 'California' },
  { code: 'CO', name: 'Colorado' },
  { code: 'CT', name: 'Connecticut' },
  { code: 'DE', name: 'Delaware' },
  { code: 'FL', name: 'Florida' },
  { code: 'GA', name: 'Georgia' },
  { code: 'HI', name: 'Hawaii' },
  { code: 'ID', name: 'Idaho' },
  { code: 'IL', name: 'Illinois' },
  { code: 'IN', name: 'Indiana' },
  { code: 'IA', name: 'Iowa' },
  { code: 'KS', name: 'Kansas' },
  { code: 'KY', name: 'Kentucky' },
  { code: 'LA', name: 'Louisiana' },
  { code: 'ME', name: 'Maine' },
  { code: 'MD', name: 'Maryland' },
  { code: 'MA', name: 'Massachusetts' },
  { code: 'MI', name: 'Michigan' },
  { code: 'MN', name: 'Minnesota' },
  { code: 'MS', name: 'Mississippi' },
  { code: 'MO', name: 'Missouri' },
  { code: 'MT', name: 'Montana' },
  { code: 'NE', name: 'Nebraska' },
  { code: 'NV', name: 'Nevada' },
  { code: 'NH', name: 'New Hampshire' },
  { code: 'NJ', name: 'New Jersey' },
  { code: 'NM', name: 'New Mexico' },
  { code: 'NY', name: 'New York' },
  { code: 'NC', name: 'North Carolina' },
  { code: 'ND', name: 'North Dakota' },
  { code: 'OH', name: 'Ohio' },
  { code: 'OK', name: 'Oklahoma' },
  { code: 'OR', name: 'Oregon' },
  { code: 'PA', name: 'Pennsylvania' },
  { code: 'RI', name: 'Rhode Island' },
  { code: 'SC', name: 'South Carolina' },
  { code: 'SD', name: 'South Dakota' },
  { code: 'TN', name: 'Tennessee' },
  { code: 'TX', name: 'Texas' },
  { code: 'UT', name: 'Utah' },
  { code: 'VT', name: 'Vermont' },
  { code: 'VA', name: 'Virginia' },
  { code: 'WA', name: 'Washington' },
  { code: 'WV', name: 'West Virginia' },
  { code: 'WI', name: 'Wisconsin' },
  { code: 'WY', name: 'Wyoming' },
] as const

export type StateCode = (typeof US_STATES)[number]['code']

/** The two-letter codes, in the order of the states' names. */
export const US_STATE_CODES: readonly StateCode[] = US_STATES.map(({ code }) => code)

/** True if `value` is the code of one of the 50 states, in capitals. */
export function isStateCode(value: unknown): value is StateCode {
  return US_STATE_CODES.some((code) => code === value)
}

// The first three digits of the states' ZIP codes, first to last. What two states share is left out, and so is what
// belongs to none of the 50.
const PREFIXES = `
  005-005 NY  010-027 MA  028-029 RI  030-038 NH  039-049 ME  050-054 VT  055-055 MA  056-059 VT  060-062 CT
  064-069 CT  070-089 NJ  100-149 NY  150-196 PA  197-199 DE  201-201 VA  206-219 MD  220-246 VA  247-268 WV
  270-289 NC  290-299 SC  300-319 GA  320-339 FL  341-349 FL  350-369 AL  370-385 TN  386-397 MS  398-399 GA
  400-427 KY  430-459 OH  460-479 IN  480-499 MI  500-528 IA  530-549 WI  550-567 MN  570-577 SD  580-588 ND
  590-599 MT  600-629 IL  630-658 MO  660-679 KS  680-693 NE  700-714 LA  716-729 AR  730-731 OK  733-733 TX
  734-738 OK  740-749 OK  750-799 TX  800-816 CO  820-831 WY  832-833 ID  835-838 ID  840-847 UT  850-865 AZ
  870-884 NM  885-885 TX  889-898 NV  900-961 CA  968-968 HI  970-979 OR  980-994 WA  995-999 AK`

/** The state that a ZIP of five digits lies in; null where its first three digits are shared by states. */
export function stateOfZip(zip: string): StateCode | null {
  const prefix = zip.slice(0, 3)
  for (const [, first = '', last = '', code] of PREFIXES.matchAll(/(\d{3})-(\d{3}) (\w\w)/g)) {
    if (prefix >= first && prefix <= last) return US_STATES.find((state) => state.code === code)?.code ?? null
  }
  return null
}

/**
 * Says, in words for the shopper, why the state of an address is wrong.
 * @param zip of five digits
 * @returns null where state and ZIP agree, or the ZIP is ambiguous
 */
export function stateProblem(state: string, zip: string): string | null {
  const code = stateOfZip(zip)
  if (code === null || code === state) return null
  return `ZIP code ${zip} is in ${US_STATES.find((one) => one.code === code)?.name}`
}

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
