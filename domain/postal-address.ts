import { narrowText } from './text.ts'
import { ZIP_LENGTH } from './zip.ts'

/** Street and apartment in one line: `12 Main St, Apt 4B`. @param unit apartment, suite or floor */
export function streetLine(street: string, unit: string | null): string {
  return unit === null ? street : `${street}, ${unit}`
}

type Place = { address: string; unit: string | null; city: string; state: string; zip: string }

/** An address as on an envelope, the apartment on a line of its own. */
export function addressLines({ address, unit, city, state, zip }: Place): string {
  return [address, ...(unit === null ? [] : [unit]), `${city}, ${state} ${zip}`].join('\n')
}

// Places where mail waits and nobody opens a door. “PO” comes with dots, spaces, or a zero; a bare box, a unit or a drawer
// counts at the beginning only, where no street with that name can stand before it.
const PO = '\\bp[\\s./-]*[o0][\\s./,-]*'
const NUMBER = '\\s*(?:#|no\\.?)?\\s*\\d'
const POSTAL_BOX = new RegExp(
  [
    `${PO}(?:box(?:es)?|bx|drawer)(?![a-z])`,
    `${PO}b\\.?${NUMBER}`,
    `\\bpost(?:al)?\\s*(?:office\\s*)?box${NUMBER}`,
    `^(?:lock\\s?|mail\\s?)?(?:box|drawer)${NUMBER}+\\D*$`,
    '^caller service\\b',
    '\\bap(?:artado|do\\.?) postal\\b',
    '^gen(?:eral|\\.)?\\s+del(?:ivery|\\.)?(?=,|$)',
    '\\bposte restante\\b',
    // Military and diplomatic mail.
    `\\b(?:psc|cmr)${NUMBER}+,?\\s*box${NUMBER}`,
    `^unit${NUMBER}+,?\\s*box${NUMBER}`,
    '\\b[afd]po,?\\s+a[aep]\\b',
  ].join('|'),
)

/** True if a street address is a PO box, general delivery or military mail: nothing can be handed over there. */
export function isPostalBox(street: string): boolean {
  return POSTAL_BOX.test(narrowText(street).toLowerCase().replace(/\s+/g, ' ').trim())
}

// The ZIP codes of our cities that the Postal Service lists as “PO Box” and for which the Census has no area. Those of one
// building or one organization have doors.
const BOX_ONLY_ZIPS = `
  10008 10101 10108 10113 10116 10129 10150 10156 10159 10163 10185 10242 10249 10268 10272 10274 10276 10313
  11202 11247 11352 11380 11386 11431 11690 11695
  94119 94120 94125 94126 94140 94141 94142 94146 94147 94159 94164 94172 94188`

/** True if a ZIP of five digits has post office boxes and no street. */
export function isBoxOnlyZip(zip: string): boolean {
  return zip.length === ZIP_LENGTH && BOX_ONLY_ZIPS.includes(zip)
}

/** Says why nothing is delivered to a street that {@link isPostalBox}. */
export const POSTAL_BOX_MESSAGE =
  'Flowers are handed over in person. Please enter a street address, not a PO box.'

/** Says why nothing is delivered to a ZIP that {@link isBoxOnlyZip}. */
export function boxOnlyZipMessage(zip: string): string {
  return `${zip} is for PO boxes only. Please enter the ZIP code of the street address.`
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
