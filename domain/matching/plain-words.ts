import { ADDRESS_MAX } from '#domain/limits.ts'
import { APOSTROPHES, narrowText, normaliseText } from '#domain/text.ts'

/** Stands between two parts of an address: a comma, a line break, a bracket, a dash with spaces around it. */
export const BREAK = ','

// Capitals of other alphabets that look like ours, and ours with a stroke or in one with another.
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from('АВЕЅІЈКМНОРСТХУ', (sign, index) => [sign, 'ABESIJKMHOPCTXY'.charAt(index)]),
  ),
  ...Object.fromEntries(
    Array.from('ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', (sign, index) => [sign, 'ABEZHIKMNOPTYX'.charAt(index)]),
  ),
  ...{ Ø: 'O', Æ: 'AE', Œ: 'OE', Ł: 'L', Đ: 'D', Ð: 'D', Þ: 'TH', Ħ: 'H', Ŧ: 'T', ẞ: 'SS', Ə: 'E' },
}

const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xbe6, 0xc66, 0xe50]

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((first) => code >= first && code < first + 10)
  return zero === undefined ? digit : String(code - zero)
}

/** `text` in capitals without accents, full-width, invisible and look-alike characters. For comparing only. */
export function plainCapitals(text: string): string {
  return (
    narrowText(normaliseText(text))
      .replace(/[¼½¾⅓⅔]/g, ' $&')
      // A Spanish ordinal would become a letter.
      .replace(/[ºª°]/g, '')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toUpperCase()
      .replace(/[^\p{ASCII}]/gu, (sign) => LOOK_ALIKES[sign] ?? asciiDigit(sign))
      .replaceAll('\u2044', '/')
  )
}

const APOSTROPHE = new RegExp(`[${APOSTROPHES}\`´]`, 'g')

/** An address of the longest length has no more words. */
const WORDS_MAX = 2 * ADDRESS_MAX

/** The words of an address, with {@link BREAK} between its parts and `#` as a word. */
export function addressWords(text: string): string[] {
  return (
    plainCapitals(text)
      .replace(APOSTROPHE, '')
      .replace(/\p{Pd}|\u2212/gu, '-')
      .replace(/\bN\/A\b/g, BREAK)
      .replace(/\bC\/O\b/g, `${BREAK}ATTN `)
      // N.W. and U.S.A. are one word each.
      .replace(/\b([A-Z])\.(?=[A-Z]\b)/g, '$1')
      .replace(/[^\S\n]+/g, ' ')
      // 37 - 20 at the beginning of a part
      .replace(/(?<=^ ?|[,;\n-] ?)(\d{1,4}) ?- ?(?=\d)/g, '$1-')
      .replace(/(\d) ?- ?(?=[A-Z]\b)/g, '$1-')
      .replace(/ -|- /g, BREAK)
      // 350-1/2, 12-A and B-4; in 37-20 the hyphen stays.
      .replace(/(\d)-(?=\d\/\d)/g, '$1 ')
      .replace(/(\d)-(?=[A-Z]\b)|\b([A-Z])-(?=\d)/g, '$1$2')
      .replace(/(?<!\d)-|-(?!\d)/g, ' ')
      .replace(/(?<!\d)\/|\/(?!\d)/g, ' ')
      .replace(/#/g, ' # ')
      .replace(/[,;\n()[\]{}|@&+•·]+/g, ` ${BREAK} `)
      .replace(/[^A-Z\d,#/-]+/g, ' ')
      .trim()
      .split(' ', WORDS_MAX)
      .filter((word) => word !== '')
  )
}
