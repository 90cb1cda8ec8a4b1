import { CROCKFORD } from './reference.ts'

/** How long a sign-in waits for its second factor. */
export const CHALLENGE_SECONDS = 5 * 60
export const RECOVERY_CODES = 10
/** 80 random bits: nobody guesses one, not even from its hash. */
export const RECOVERY_CODE_BYTES = 10
const RECOVERY_SYMBOLS = 16

/** A recovery code as it is shown: `XXXX-XXXX-XXXX-XXXX`. Takes ten random bytes; throws RangeError on fewer. */
export function recoveryCode(random: Uint8Array): string {
  if (random.length < RECOVERY_CODE_BYTES) throw new RangeError('A recovery code needs 10 random bytes')
  let bits = random.subarray(0, RECOVERY_CODE_BYTES).reduce((all, byte) => (all << 8n) | BigInt(byte), 0n)
  let symbols = ''
  for (let place = 0; place < RECOVERY_SYMBOLS; place++) {
    symbols = CROCKFORD.charAt(Number(bits & 31n)) + symbols
    bits >>= 5n
  }
  return grouped(symbols)
}

/** A second factor as somebody typed it. */
export type TypedCode = { kind: 'app' | 'recovery'; code: string }

/**
 * Reads a code of the app (six digits) or a recovery code, with spaces or hyphens wherever people put them, and with the
 * letters that are easily taken for digits.
 * @returns null for what is neither
 */
export function readCode(text: string): TypedCode | null {
  const bare = text.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  if (/^\d{6}$/.test(bare)) return { kind: 'app', code: bare }
  const symbols = bare.replaceAll('O', '0').replace(/[IL]/g, '1')
  if (symbols.length !== RECOVERY_SYMBOLS || ![...symbols].every((symbol) => CROCKFORD.includes(symbol)))
    return null
  return { kind: 'recovery', code: grouped(symbols) }
}

function grouped(symbols: string): string {
  return symbols.replace(/(.{4})(?=.)/g, '$1-')
}
