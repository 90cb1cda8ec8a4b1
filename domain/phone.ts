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

/** An extension behind a number, as people write one: `x12`, `ext. 4021`, `,4021`, `;ext=4021`, `#12`. */
const EXTENSION = /^(.*?\d)\s*(?:[,;]*\s*(?:ext(?:ension|n)?[.:=]?|x\.?|#)|[,;]+)\s*#?\s*(\d{1,8})$/i
/** The text behind a number while its extension is typed. */
const EXTENSION_BEGUN = /^\s*(?:[,;#x]|e$|ex)/i
const SHAPED = /^\(\d{3}\) \d{3}-\d{4}/
const COMPLETE = 10

/** The digits of a number that may still be typed, without its country code; null for what can become none. */
function typedDigits(text: string): string | null {
  return TYPED.exec(text.replace(/^tel:/i, '').replace(BETWEEN, ''))?.[1] ?? null
}

/** The digits of a number and those of its extension. An extension belongs to a complete number only. */
function partsOf(text: string): { digits: string | null; extension: string | null } {
  const bare = narrowText(normaliseText(text)).trim()
  const [, before = '', extension = null] = EXTENSION.exec(bare) ?? []
  const digits = typedDigits(before)
  return extension !== null && digits?.length === COMPLETE
    ? { digits, extension }
    : { digits: typedDigits(bare), extension: null }
}

/** The digits of a US number, without its country code and extension. */
export function phoneDigits(text: string): string {
  return partsOf(text).digits ?? text.replace(/\D/g, '')
}

/** The number to which texts go, `+12125550142`; null: an extension takes none. */
export function textNumber(phone: string): string | null {
  return partsOf(phone).extension === null ? `+1${phoneDigits(phone)}` : null
}

/** A link that calls a US number; after a pause, which the comma stands for, a phone dials the extension. */
export function phoneLink(text: string): string {
  const { extension } = partsOf(text)
  return `tel:+1${phoneDigits(text)}${extension === null ? '' : `,${extension}`}`
}

/**
 * A number as far as it is typed, in the shape `(123) 456-7890`, or `(123) 456-7890 x12` with an extension; what can become
 * none, of another country for example, stays as it is. It never ends in punctuation, so that a backspace always takes a digit
 * away.
 */
export function formatPhone(text: string): string {
  const { digits: all, extension } = partsOf(text)
  if (all === null) return text
  if (extension !== null) return `${formatPhone(all)} x${extension}`
  const [area, exchange, line] = [all.slice(0, 3), all.slice(3, 6), all.slice(6)]
  if (!area) return ''
  if (!exchange) return `(${area}`
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`
}

/**
 * A phone field's text while it is typed: the number in its shape, an extension behind it as it is typed. A US number ends with
 * its tenth digit; what begins with `+` goes on, and so does what is no US number when it is pasted.
 * @param caret behind the sign that was typed last
 */
export function maskPhoneText(text: string, caret = text.length): string {
  const [number] = SHAPED.exec(text) ?? []
  const rest = text.slice(number?.length)
  if (number && EXTENSION_BEGUN.test(rest)) return text
  if (partsOf(text).digits !== null) return formatPhone(text)
  // A digit that was typed into a complete number pushes none out at its end.
  const before = text.slice(0, Math.max(caret - 1, 0)) + text.slice(caret)
  if (SHAPED.exec(before)?.[0] === before && /\d/.test(text.charAt(caret - 1))) return before
  return number && /^\d+$/.test(rest) ? number : text
}

/** True if `text` is a complete number that can exist, with or without country code and extension, and otherwise only separators. */
export function isPhone(text: string): boolean {
  return NUMBER.test(partsOf(text).digits ?? '')
}

const PHONE_DIGITS_MIN = 4

/**
 * The digits of what may be a phone number, or the end of one, however it is written.
 * @returns null for less than four digits, or with anything but what separates them; an extension follows an `x`, as in the index
 */
export function phoneSearch(typed: string): string | null {
  const { digits: number, extension } = partsOf(typed)
  if (extension !== null) return `${number}x${extension}`
  if (!/^[\d\s().+\p{Pd}]*$/u.test(typed)) return null
  const digits = typed.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')
  return digits.length < PHONE_DIGITS_MIN ? null : digits
}
