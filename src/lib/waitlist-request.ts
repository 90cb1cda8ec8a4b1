import { atom } from 'nanostores'
import { TITLE_MAX } from '#domain/catalogue.ts'
import { cutText } from '#domain/text.ts'
import { validZip } from './valid-zip.ts'

/** The ZIP and bouquet that someone may want to be on the waitlist for. */
export type WaitlistRequest = {
  /** Five digits, or empty. */
  zip: string
  /** The bouquet they were buying, when a checkout sent them. */
  productTitle?: string
  /** The ZIP is served, but takes no orders now. */
  reopening?: true
}

/** Null: the dialog is closed. Touched in the browser only. */
export const $waitlistRequest = atom<WaitlistRequest | null>(null)

/** The fields of an address that opens the waitlist, as the links of the checkout and of a closed market have them. */
const [OPEN, ZIP, PRODUCT, REOPENING] = ['waitlist', 'zip', 'product', 'reopening'] as const

/** Reads a waitlist request from an address; null if it does not ask for the waitlist. */
export function waitlistRequestOf(query: URLSearchParams): WaitlistRequest | null {
  if (query.get(OPEN) !== '1') return null
  const productTitle = cutText(query.get(PRODUCT) ?? '', TITLE_MAX)
  return {
    zip: validZip(query.get(ZIP)) ?? '',
    ...(productTitle && { productTitle }),
    ...(query.has(REOPENING) && { reopening: true }),
  }
}

/** Takes the question out of the address bar: it was answered, and a reload does not ask again. Browser only. */
export function clearWaitlistAddress(): void {
  const address = new URL(location.href)
  for (const field of [OPEN, ZIP, PRODUCT, REOPENING]) address.searchParams.delete(field)
  if (address.href !== location.href) history.replaceState(history.state, '', address)
}
