/** Base 32 as people can read it aloud: no I, L, O or U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const PREFIX = 'ORD-'
const SYMBOLS = 8

/**
 * An order's reference: `ORD-` and eight symbols, five random bits each, so that none is likelier than another.
 * Takes five random bytes (more are ignored); throws RangeError on fewer.
 */
export function orderReference(random: Uint8Array): string {
  return PREFIX + writeSymbols(random, SYMBOLS)
}

/** So many symbols of five random bits each. Throws RangeError on fewer bytes than they take. */
export function writeSymbols(random: Uint8Array, count: number): string {
  const bytes = (count * 5) / 8
  if (random.length < bytes) throw new RangeError(`${count} symbols need ${bytes} random bytes`)
  let bits = random.subarray(0, bytes).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  let symbols = ''
  for (let place = 0; place < count; place++) {
    symbols = CROCKFORD.charAt(Number(bits & 31n)) + symbols
    bits >>= 5n
  }
  return symbols
}

/** A sample order's reference: `ORD-` and five digits. Throws RangeError unless `n` is whole, 0 to 99,999. */
export function sampleReference(n: number): string {
  if (!Number.isInteger(n) || n < 0 || n > 99_999) throw new RangeError(`Not a five-digit number: ${n}`)
  return PREFIX + String(n).padStart(5, '0')
}

const READABLE = new RegExp(`^[${CROCKFORD}]{${SYMBOLS}}$`)

/**
 * The reference that a person typed: in capitals, with or without `#` and `ORD-`, with O for 0 and I or L for 1.
 * @returns null for what is no reference of an order
 */
export function readReference(typed: string): string | null {
  const symbols = readSymbols(compact(typed).replace(/^ORD/, ''))
  return READABLE.test(symbols) ? PREFIX + symbols : null
}

/**
 * Reads a reference of which a person has typed all or the beginning: `#ord 7k2m` is `ORD-7K2M`, `#7k2m` is `7K2M`.
 * @returns null for what begins like no reference
 */
export function referenceSearch(typed: string): string | null {
  const text = compact(typed)
  if (text.startsWith('ORD')) return PREFIX + readSymbols(text.slice('ORD'.length))
  return typed.trim().startsWith('#') ? readSymbols(text) : readReference(typed)
}

/** Writes it in capitals, without the signs that people put before, between and after. */
function compact(typed: string): string {
  return typed.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** Symbols in groups of four, as long ones are shown: `XXXX-XXXX`. */
export function inGroups(symbols: string): string {
  return symbols.replace(/.{4}(?=.)/g, '$&-')
}

/** Symbols as somebody typed them, in capitals: letters that are easily taken for digits are those. */
export function readSymbols(text: string): string {
  return text.replaceAll('O', '0').replace(/[IL]/g, '1')
}

const TOKEN_BYTES = 16

/**
 * The secret in the address of an order's tracking page: 32 hexadecimal digits of 16 random bytes (more are ignored).
 * Throws RangeError on fewer.
 */
export function trackingToken(random: Uint8Array): string {
  if (random.length < TOKEN_BYTES) throw new RangeError(`A tracking token needs ${TOKEN_BYTES} random bytes`)
  return Array.from(random.subarray(0, TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
