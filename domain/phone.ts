/** The digits of a US number, at most ten; the country code of an eleven-digit number is left out. */
export function phoneDigits(text: string): string {
  const all = text.replace(/\D/g, '')
  return (all.length > 10 && all.startsWith('1') ? all.slice(1) : all).slice(0, 10)
}

/**
 * A number as far as it is typed, in the shape `(123) 456-7890`.
 * It never ends in punctuation, so that a backspace always takes a digit away.
 */
export function formatPhone(text: string): string {
  const all = phoneDigits(text)
  const [area, exchange, line] = [all.slice(0, 3), all.slice(3, 6), all.slice(6)]
  if (!area) return ''
  if (!exchange) return `(${area}`
  return line ? `(${area}) ${exchange}-${line}` : `(${area}) ${exchange}`
}

/** Whether `text` is a complete US number: ten digits, or eleven with the country code, and only what separates them. */
export function isPhone(text: string): boolean {
  return /^[\d\s().+-]*$/.test(text) && /^1?\d{10}$/.test(text.replace(/\D/g, ''))
}
