/** The signs that people and devices write for an apostrophe; the first is the one that searches compare. */
export const APOSTROPHES = "'‘’ʼ"

const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'g')

/** `text` with straight apostrophes only. */
export function straightApostrophes(text: string): string {
  return text.replace(ANY_APOSTROPHE, "'")
}

/** `text` as searches compare it: small letters without accents, straight apostrophes. */
export function foldText(text: string): string {
  return straightApostrophes(text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}

const PHONE_DIGITS_MIN = 4

/**
 * The digits of what may be a phone number, or the end of one, however it is written.
 * @returns null for less than four digits, or with anything but what separates them
 */
export function phoneSearch(typed: string): string | null {
  if (!/^[\d\s().+\p{Pd}]*$/u.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length < PHONE_DIGITS_MIN ? null : digits
}
