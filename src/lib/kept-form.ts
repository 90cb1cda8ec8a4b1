import { recall, remember } from './browser-storage.ts'

// A form whose page has to be loaded again keeps what was typed in the tab; it is taken once.

const keyOf = (form: string) => `kept:${location.pathname}:${form}`

/** Fields that are typed again rather than stored. */
const SECRET = /password$|^code$/i

/** @param form tells the forms of a page apart */
export function keepForm(form: string, values: object): void {
  const kept = Object.entries(values).filter(([name]) => !SECRET.test(name))
  remember('sessionStorage', keyOf(form), JSON.stringify(Object.fromEntries(kept)))
}

/** The values kept for a form, which are then forgotten; null if nothing was. */
export function takeKeptForm(form: string): Record<string, unknown> | null {
  const kept = recall('sessionStorage', keyOf(form))
  if (kept === null) return null
  remember('sessionStorage', keyOf(form), null)
  const values: unknown = JSON.parse(kept)
  return typeof values === 'object' ? (values as Record<string, unknown> | null) : null
}
