import { recall, remember } from './browser-storage.ts'

// What was typed into a form whose page has to be loaded again. It is kept in the tab, and taken once.

const keyOf = (form: string) => `kept:${location.pathname}:${form}`

/** What is typed again rather than stored. */
const SECRET = /password$|^code$/i

/** @param form tells the forms of a page apart */
export function keepForm(form: string, values: object): void {
  const kept = Object.entries(values).filter(([name]) => !SECRET.test(name))
  remember('sessionStorage', keyOf(form), JSON.stringify(Object.fromEntries(kept)))
}

/** What was kept for a form, which is then forgotten; null if nothing was. */
export function takeKeptForm(form: string): Record<string, unknown> | null {
  const kept = recall('sessionStorage', keyOf(form))
  if (kept === null) return null
  remember('sessionStorage', keyOf(form), null)
  const values: unknown = JSON.parse(kept)
  return typeof values === 'object' ? (values as Record<string, unknown> | null) : null
}
