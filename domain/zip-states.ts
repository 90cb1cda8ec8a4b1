import { type StateCode, US_STATES } from './us-states.ts'

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
