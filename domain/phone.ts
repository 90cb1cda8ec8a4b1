import { narrowText, normaliseText } from './text.ts'

// Numbers of the North American plan. The plan's format is checked and not its list of area codes in use: that list
// grows, and whoever has a new one must be able to order (docs/decisions/0070-text-as-it-comes-in.md).

// Characters that people, links and contact books put between the digits.
const BETWEEN = /[\s().,/·−-]|\p{Pd}/gu
/** A number as far as it is typed, its country code only once it is complete. */
const TYPED = /^(?:\+?1(?=\d{10}$))?(\d{0,10})$/
// 2 to 9 comes first. Codes with 9 in the middle, 37X and 96X are kept for later, N11 are services.
const AREA = '(?!37|96|.9|.11)[2-9]\\d\\d'
const EXCHANGE = '(?!.11)[2-9]\\d\\d'
const NUMBER = new RegExp(`^${AREA}${EXCHANGE}\\d{4}$`)

/** The digits of a number that may still be typed, without its country code; null for what can become none. */
function typedDigits(text: string): string | null {
  const bare = narrowText(normaliseText(text)).trim().replace(/^tel:/i, '').replace(BETWEEN, '')
  return TYPED.exec(bare)?.[1] ?? null
}

/** The digits of a US number, without its country code. */
export function phoneDigits(text: string): string {
  return typedDigits(text) ?? text.replace(/\D/g, '')
}

/**
 * A number as far as it is typed, in the shape `(123) 456-7890`; what can become none, of another country for example,
 * stays as it is. It never ends in punctuation, so that a backspace always takes a digit away.
 */
export function formatPhone(text: string): string {
  const all = typedDigits(text)
  if (all === null) return text
  const [area, exchange, line] = [all.slice(0, 3), all.slice(3, 6), all.slice(6)]
  if (!area) return ''
  if (!exchange) return `(${area}`
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`
}

/** True if `text` is a complete number that can exist, with or without the country code, and otherwise only separators. */
export function isPhone(text: string): boolean {
  return NUMBER.test(typedDigits(text) ?? '')
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
