import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { AppError } from '#api/errors.ts'
import { isOwnEmail } from '#domain/sign-in.ts'
import { SITE } from '#domain/site.ts'
import { EASY_PASSWORD_REFUSED, OWN_EMAIL_REFUSED } from './schema.ts'

/** The best score of zxcvbn, at least 10^10 guesses: too many even for somebody who has the hash. */
const SCORE_MIN = 4
/** Only the beginning of a longer password is judged, because the work grows faster than the length. */
const JUDGED_MAX = 64
const WORD_MIN = 3

/** Signs that people put for letters: `P@ssw0rd` is `password`. */
const SWAPS: Readonly<Record<string, string>> = { '@': 'a', $: 's', '0': 'o', '1': 'i', '3': 'e', '5': 's' }
/** Well known, but not in the dictionaries. */
const BRAND_PASSWORDS = ['correcthorsebatterystaple', 'correct horse battery staple']

/**
 * Refuses a new password that is easy to guess: common ones and their variations, dates, runs along the keyboard, the
 * person's email address and the shop's name.
 * @throws AppError `invalid`, at the field `password`
 */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const message = isOwnEmail(password, email)
    ? OWN_EMAIL_REFUSED
    : (await isEasyToGuess(password, email)) && EASY_PASSWORD_REFUSED
  if (message) throw new AppError('invalid', { issues: [{ path: 'password', message }] })
}

/** True if a password is easy to guess for somebody who knows whose it is. */
export async function isEasyToGuess(password: string, email: string): Promise<boolean> {
  const estimator = await loadZxcvbn()
  const known = [...BRAND_PASSWORDS, ...wordsOf(SITE.brand), ...wordsOf(email)]
  const judged = password.slice(0, JUDGED_MAX)
  return [judged, unswapped(judged)].some((text) => estimator.check(text, known).score < SCORE_MIN)
}

let loaded: ZxcvbnFactory | undefined

/** The dictionaries take 25 MB, so they are loaded when somebody first chooses a password. */
async function loadZxcvbn(): Promise<ZxcvbnFactory> {
  if (loaded) return loaded
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  loaded = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    // Its own search for swapped letters takes seconds for a text made for that; `unswapped` does that part.
    l33tTable: {},
  })
  return loaded
}

/** The text with letters where people swap them, except in the digits and marks at its end. */
function unswapped(text: string): string {
  const word = text.replace(/\P{L}+$/u, '')
  return [...word].map((sign) => SWAPS[sign] ?? sign).join('') + text.slice(word.length)
}

/** The words of a name or an email address, alone and together. */
function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  const [name = ''] = lower.split('@', 1)
  const words = lower.split(/[^\p{L}\d]+/u).filter((word) => word.length >= WORD_MIN)
  return [...words, lower, name, name.replace(/[^\p{L}\d]+/gu, '')]
}
