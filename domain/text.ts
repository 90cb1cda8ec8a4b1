import { EMAIL_MAX } from './limits.ts'

// RFC 5321's dot-string and host name in ASCII: payment and mail providers refuse anything else. A domain's name in
// another script arrives here in its `xn--` form, since browsers write it so.
const ATOM = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const TOP_LABEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?'
const EMAIL = new RegExp(`^${ATOM}(?:\\.${ATOM})*@(?:${LABEL}\\.)+${TOP_LABEL}$`, 'i')

/** True if mail can be addressed to `text`: one @, a dot in the domain, no spaces, 254 characters at most. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && EMAIL.test(text)
}

// Word processors send a vertical tab, some systems the next-line or the line separator.
const LINE_BREAK = /\r\n?|[\v\f\u0085\u2028\u2029]/g

// Selectors, joiners and tags belong to an emoji where Unicode's emoji sequences have them: ❤️, 👩‍👧, 1️⃣, the flag of Wales.
const SIGN = '\\p{ExtPict}(?:[\\uFE0E\\uFE0F]|\\p{EMod})?'
const EMOJI = `\\u{1F3F4}[\\u{E0030}-\\u{E007A}]{3,6}\\u{E007F}|${SIGN}(?:\\u200D${SIGN})*|[0-9#*]\\uFE0F\\u20E3`
// Scripts in which a joiner between two letters changes how they look (UAX 31, "Layout and Format Control Characters").
const SHAPED = [
  ...['Arab', 'Syrc', 'Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml'],
  ...['Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr'],
]
  .map((script) => `\\p{scx=${script}}`)
  .join('')
const JOINED = `[${SHAPED}][\\u200C\\u200D](?=[${SHAPED}])`
// Default-ignorable and control characters, noncharacters, interlinear marks, and what dictation leaves behind (FFFC).
const INVISIBLE = '(?![\\n\\t])[\\p{DI}\\p{Cc}\\p{NChar}\\uFFF9-\\uFFFC]'
const KEPT_OR_INVISIBLE = new RegExp(`(${EMOJI}|${JOINED})|${INVISIBLE}`, 'gu')

/**
 * `text` as the shop takes it in, whoever typed or pasted it: characters composed (NFC), line breaks as `\n`, without
 * what nobody can see (zero-width characters, direction marks, soft hyphens, control characters), half characters as
 * `\uFFFD`. Emoji, and joiners that a script needs, stay. Doing it twice changes nothing.
 */
export function normaliseText(text: string): string {
  return (
    text
      .toWellFormed()
      .replace(LINE_BREAK, '\n')
      .replace(KEPT_OR_INVISIBLE, '$1')
      // The empty cell of Braille looks like a space and is none to `trim`.
      .replaceAll('\u2800', ' ')
      .normalize('NFC')
  )
}

/** `text` with full-width letters, digits and signs as the usual ones: `１０００１` is 10001. */
export function narrowText(text: string): string {
  return text.replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
}

/** The length of a text for every limit, counter and check: its code points, as the database counts them. */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** The length that a text would have when stored, while it is typed. */
export function countTyped(text: string): number {
  return countCharacters(normaliseText(text).trim())
}

/** The beginning of `text`, at most this many characters. */
export function cutText(text: string, max: number): string {
  return Array.from(text).slice(0, max).join('')
}

/** `text` without white space around it and with single spaces inside. */
export function normaliseSpaces(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}

/** The first name of someone whose full name is `fullName`; empty if there is none. */
export function firstName(fullName: string): string {
  return normaliseSpaces(fullName).split(' ', 1)[0] ?? ''
}

/**
 * The address of an article by its title: lower case, spaces to hyphens, everything but letters, digits
 * and hyphens dropped, repeated hyphens folded. Accents come off their letters; no hyphen is left at either end.
 */
export function slugify(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\s/g, '-')
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '')
}

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
