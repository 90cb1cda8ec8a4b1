export const PASSWORD_MIN = 12
/** More than anybody types; a hash of a novel is only work. */
export const PASSWORD_MAX = 200

/** What is tried first, of those that are long enough. Without case, digits at the end and marks: see {@link core}. */
const COMMON = new Set([
  'abcdefghijkl',
  'administrator',
  'apologizebetter',
  'basketball',
  'changeme',
  'changemenow',
  'changethis',
  'correcthorsebatterystaple',
  'flowers',
  'football',
  'iloveyou',
  'iloveyouforever',
  'iloveyousomuch',
  'internet',
  'letmein',
  'letmeinnow',
  'letmeinplease',
  'michaeljackson',
  'mypassword',
  'nopassword',
  'passphrase',
  'password',
  'passwordis',
  'princess',
  'qazwsxedcrfv',
  'qwerty',
  'qwertyuiop',
  'qwertyuiopasdfghjkl',
  'qwertyuiopasdfghjklzxcvbnm',
  'secret',
  'secretpassword',
  'sunshine',
  'superman',
  'superuser',
  'thisismypassword',
  'thisisnotapassword',
  'trustno',
  'welcome',
  'welcometo',
  'zaqxswcdevfr',
])
/** Rows that fingers run along. */
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '012345678901234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
]
const DISTINCT_MIN = 5

/** What the common swaps of signs stand for: `P@ssw0rd` is `password`. */
const SWAPS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e', '5': 's' }

/**
 * Whether a password of sufficient length is one of the first that anybody tries (decisions.md, Accounts): on the
 * list, a word of it with digits and marks around it, a piece repeated, a run along the keyboard.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size < DISTINCT_MIN || unitOf(lower) !== lower) return true
  if (ROWS.some((row) => row.includes(lower) || reversed(row).includes(lower))) return true
  return [core(lower), core(swapped(lower.replace(/\P{L}+$/u, '')))].some((word) => COMMON.has(unitOf(word)))
}

/** Whether a password is the e-mail address, or the part before its @. */
export function isOwnEmail(password: string, email: string): boolean {
  const lower = password.trim().toLowerCase()
  const own = email.trim().toLowerCase()
  return lower === own || lower === own.split('@', 1)[0]
}

/** The piece that a text consists of, again and again, the last time perhaps not to its end; else the text itself. */
function unitOf(text: string): string {
  for (let length = 1; length <= text.length / 2; length++) {
    const unit = text.slice(0, length)
    if (unit.repeat(Math.ceil(text.length / length)).startsWith(text)) return unit
  }
  return text
}

/** The letters alone. */
function core(text: string): string {
  return text.replace(/\P{L}/gu, '')
}

function swapped(text: string): string {
  return text.replace(/[@$0135]/g, (sign) => SWAPS[sign] ?? sign)
}

function reversed(text: string): string {
  return [...text].reverse().join('')
}
