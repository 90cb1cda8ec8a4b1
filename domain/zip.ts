import { narrowText } from './text.ts'

/** A ZIP code of the storefront and of a market has exactly this many digits. */
export const ZIP_LENGTH = 5

/** True if `text` is exactly five digits. */
export function isZip5(text: string): boolean {
  return /^\d{5}$/.test(text)
}

/** True if `text` is five digits or 5+4 with a hyphen, as waitlist and shops allow. */
export function isZip5Or9(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text)
}

/** The digits of `text`, at most `max` of them; everything else is dropped. */
export function digits(text: string, max: number): string {
  return narrowText(text).replace(/\D/g, '').slice(0, max)
}
