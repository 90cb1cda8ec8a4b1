const LONGEST = 120

/**
 * The path of an unknown address as it may stand in the log: a mistyped link is worth knowing, what it
 * may carry of a person is not. Email addresses, ids, numbers as long as a ZIP, and everything after 120 characters go.
 * @param pathname without query and fragment, encoded or not
 */
export function pathForLog(pathname: string): string {
  const path = decoded(pathname)
    .replace(/\p{C}/gu, '')
    .replace(/[^/\s]*@[^/\s]*/g, '[email]')
    .replace(/\b[a-z]{2,6}_(test|live)_[^/\s]*/gi, '[id]')
    .replace(/ORD-[^/\s]*/gi, '[id]')
    // A token: long, and with digits or capitals where words have none.
    .replace(/[\w.~+-]{20,}/g, (word) => (/\d/.test(word) || /[a-z][A-Z]/.test(word) ? '[id]' : word))
    // ZIPs, phone and card numbers, however they are grouped.
    .replace(/\(?\d(?:[ ().-]{0,2}\d){4,}/g, '[number]')
  return path.length > LONGEST ? `${path.slice(0, LONGEST)}…` : path
}

/** Encoded twice is a way to hide an @. */
function decoded(text: string): string {
  let last = text
  for (let i = 0; i < 3; i++) {
    try {
      const next = decodeURIComponent(last)
      if (next === last) return next
      last = next
    } catch {
      // A lone %: what is encoded all the same must not slip through.
      return last.replace(/%40/gi, '@')
    }
  }
  return last
}
