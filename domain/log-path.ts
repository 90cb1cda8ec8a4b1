import { STOP_CODE_IN_TEXT } from './stop-code.ts'

const LONGEST = 120
/** So much is read, since replacing what it holds takes longer the longer it is; a sign that is encoded three times takes seven. */
const MOST_READ = 8 * LONGEST

/**
 * The path of an unknown address as it may stand in the log: a mistyped link is worth knowing, what it
 * may carry of a person is not. Email addresses, ids, codes of cards, numbers as long as a ZIP, and everything after 120 characters go.
 * @param pathname without query and fragment, encoded or not
 */
export function pathForLog(pathname: string): string {
  const isCut = pathname.length > MOST_READ
  const path = decoded(isCut ? beginningOf(pathname) : pathname)
    .replace(/\p{C}/gu, '')
    // All of a word at once: searching for its @ from each of its signs would take time by the square of its length.
    .replace(/[^/\s]+/g, (word) => (word.includes('@') ? '[email]' : word))
    .replace(/\b[a-z]{2,6}_(test|live)_[^/\s]*/gi, '[id]')
    .replace(/ORD-[^/\s]*/gi, '[id]')
    // A token: long, and with digits or capitals where words have none.
    .replace(/[\w.~+-]{20,}/g, (word) => (/\d/.test(word) || /[a-z][A-Z]/.test(word) ? '[id]' : word))
    .replace(...STOP_CODE_IN_TEXT)
    // ZIPs, phone and card numbers, however they are grouped.
    .replace(/\(?\d(?:[ ().-]{0,2}\d){4,}/g, '[number]')
  return isCut || path.length > LONGEST ? `${path.slice(0, LONGEST)}…` : path
}

/** Whole segments only: half of an email address would not be found. */
function beginningOf(pathname: string): string {
  const head = pathname.slice(0, MOST_READ)
  return head.slice(0, head.lastIndexOf('/') + 1)
}

/** Encoded twice is a way to hide an @. */
function decoded(text: string): string {
  let last = text
  for (let i = 0; i < 3; i++) {
    const next = decodedOnce(last)
    if (next === last) return next
    last = next
  }
  return last
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone %: what is encoded all the same must not slip through.
    return text.replace(/%([0-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
  }
}
