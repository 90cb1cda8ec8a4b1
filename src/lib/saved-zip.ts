import { isZip5 } from '#domain/zip.ts'
import { recall, remember } from './browser-storage.ts'

/** Local storage keeps the ZIP for the browser; the cookie of the same name tells the server. */
export const ZIP_KEY = 'zip'
const ZIP_COOKIE_SECONDS = 180 * 24 * 60 * 60
/** The attributes that the server sets, too. */
export const ZIP_COOKIE = { path: '/', maxAge: ZIP_COOKIE_SECONDS, sameSite: 'lax' } as const

/** The ZIP saved in this browser, null if there is none. Reads the cookie too: the form without JavaScript sets only that. */
export function savedZip(): string | null {
  const kept = recall('localStorage', ZIP_KEY)
  // As it was saved. Whatever else stands there is no ZIP of ours.
  if (kept !== null && isZip5(kept)) return kept
  const cookie = document.cookie.match(/(?:^|; )zip=(\d{5})(?:;|$)/)
  return cookie?.[1] ?? null
}

/** Saves a served ZIP for the next pages and visits. */
export function saveZip(zip: string): void {
  remember('localStorage', ZIP_KEY, zip)
  writeCookie(zip, ZIP_COOKIE_SECONDS)
}

/** Forgets the saved ZIP. */
export function clearZip(): void {
  remember('localStorage', ZIP_KEY, null)
  writeCookie('', 0)
}

function writeCookie(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in older browsers
  document.cookie = `${ZIP_KEY}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`
}
