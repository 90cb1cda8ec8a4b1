import { readerZone } from '#domain/dates.ts'

/** Under which name a browser says in which zone it is: the back office shows stamps in it. */
export const ZONE_COOKIE = 'zone'

const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Tells the server this browser's zone from the next page on. Browser only. */
export function keepZone(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${ZONE_COOKIE}=${encodeURIComponent(readerZone())}; path=/admin; max-age=${YEAR_SECONDS}; samesite=strict; secure`
}
