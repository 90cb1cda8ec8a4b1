import { CROCKFORD, inGroups, readSymbols, writeSymbols } from './reference.ts'
import { normaliseText } from './text.ts'

export const PASSWORD_MIN = 12
/** Longer texts would only cost hashing time. */
export const PASSWORD_MAX = 200

/** A password as it is judged, hashed and compared: another keyboard may write the same signs in another way (NFKC). */
export function normalisePassword(typed: string): string {
  return normaliseText(typed).normalize('NFKC')
}

/** True if a password is the email address, or the part before its @. */
export function isOwnEmail(password: string, email: string): boolean {
  const lower = password.trim().toLowerCase()
  const own = email.trim().toLowerCase()
  return lower === own || lower === own.split('@', 1)[0]
}

/** So many wrong tries of one account are free; then each costs a longer wait. */
export const FREE_TRIES = 5
/** For how long a wrong try is remembered. */
export const TRIES_KEPT_SECONDS = 24 * 60 * 60
/** For how long a browser is known after somebody has signed in with it: its tries are counted apart. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 60 * 60
const FIRST_DELAY_SECONDS = 30
/** Nobody waits longer than this: the owner is slowed down, too, and never locked out. */
export const LONGEST_DELAY_SECONDS = 15 * 60

/** Seconds to wait after the last of this many wrong tries: 30, 60, 120 … up to a quarter of an hour. */
export function delayAfter(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return Math.min(FIRST_DELAY_SECONDS * 2 ** (failures - FREE_TRIES), LONGEST_DELAY_SECONDS)
}

/** For how long somebody who has said once more who they are is not asked again, in that session. */
const CONFIRMED_SECONDS = 10 * 60

/** True if somebody has said lately who they are. @param at ISO instant; null: not in this session */
export function isRecentlyConfirmed(at: string | null, now: Date): boolean {
  return at !== null && now.getTime() - Date.parse(at) < CONFIRMED_SECONDS * 1000
}

/** The time that a sign-in waits for its second factor. */
export const CHALLENGE_SECONDS = 5 * 60
export const RECOVERY_CODES = 10
/** 80 random bits: nobody guesses one, not even from its hash. */
export const RECOVERY_CODE_BYTES = 10
const RECOVERY_SYMBOLS = 16

/** A recovery code as it is shown: `XXXX-XXXX-XXXX-XXXX`. Takes ten random bytes; throws RangeError on fewer. */
export function recoveryCode(random: Uint8Array): string {
  return inGroups(writeSymbols(random, RECOVERY_SYMBOLS))
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
  const symbols = readSymbols(bare)
  if (symbols.length !== RECOVERY_SYMBOLS || ![...symbols].every((symbol) => CROCKFORD.includes(symbol)))
    return null
  return { kind: 'recovery', code: inGroups(symbols) }
}

const LONGEST = 2_000
/** Plain segments only: nothing empty (`//host`), no dots in front (`/.//host`), nothing encoded, no backslash. */
const PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?$/
/** A query as browsers write it: printable, without spaces, quotes, backslashes and `#`. */
const QUERY = /^[!$-;=?-[\]_a-z{|}~]*$/
/** The sign-in page itself, and paths that are not pages. */
const NO_PLACES = /^\/(?:login|api)(?:\/|$)/

/**
 * Where somebody goes after signing in.
 * @param from what the address of the sign-in carries; anybody may have written it
 * @returns the path with its query, as it came; `/` for everything that is not plainly a page of ours
 */
export function returnPath(from: string | null | undefined): string {
  if (!from || from.length > LONGEST) return '/'
  const [path = '', ...query] = from.split('?')
  const plain = PATH.test(path) && QUERY.test(query.join('?')) && !NO_PLACES.test(path.toLowerCase())
  return plain ? from : '/'
}
