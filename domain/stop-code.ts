import { CROCKFORD, inGroups, readSymbols, writeSymbols } from './reference.ts'
import { narrowText, normaliseText } from './text.ts'

// The code on the back of a card, by which whoever got the flowers says that they want no more. 80 bits cannot be guessed, and can be
// typed: four groups of four symbols.

const SYMBOLS = 16
/** The bytes of which a code is made. */
export const STOP_CODE_BYTES = (SYMBOLS * 5) / 8

const READABLE = new RegExp(`^[${CROCKFORD}]{${SYMBOLS}}$`)

/** The code of so many bytes, as it is printed: `K7QF-2M9X-4T8P-W3HD`. Throws RangeError on fewer than {@link STOP_CODE_BYTES}. */
export function stopCode(bytes: Uint8Array): string {
  return inGroups(writeSymbols(bytes, SYMBOLS))
}

/**
 * The code that a person typed or pasted, as it is printed: in any letter case and width, with whatever stands between, before and
 * after its symbols, with O for 0 and I or L for 1.
 * @returns null for what is no code
 */
export function readStopCode(typed: string): string | null {
  const symbols = readSymbols(
    normaliseText(narrowText(typed))
      .toUpperCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
  return READABLE.test(symbols) ? inGroups(symbols) : null
}

/** The form of a code in a text, and what stands for it in logs: arguments of `replace`. Plain words and numbers stay. */
export const STOP_CODE_IN_TEXT = [
  /(?<![a-z0-9])(?:[a-z0-9]{4}[\p{Pd}.]?){3}[a-z0-9]{4}(?![a-z0-9])/giu,
  (found: string) => {
    const isWord = !/\d/.test(found) && found !== found.toUpperCase()
    const isNumber = !/[a-z]/i.test(found)
    return isWord || isNumber ? found : '[code]'
  },
] as const
