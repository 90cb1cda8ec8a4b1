import { digits } from '#domain/zip.ts'

const HALF_DAY = 12 * 60 * 60 * 1000

/** At most 16 digits in groups of four, as far as they are typed. */
export function formatCardNumber(text: string): string {
  return digits(text, 16).replace(/(\d{4})(?=\d)/g, '$1 ')
}

/** `MM/YY` as far as it is typed. Also takes `1/26` and, as browsers fill it in, `01/2026`. */
export function formatExpiry(text: string): string {
  const padded = /^\s*\d\s*\//.test(text) ? `0${text}` : text
  const typed = padded.replace(/\D/g, '').replace(/^(\d{2})20(\d{2})$/, '$1$2')
  const [month, year] = [typed.slice(0, 2), typed.slice(2, 4)]
  return year ? `${month}/${year}` : month
}

/** The three or four digits of a security code. */
export function formatCvv(text: string): string {
  return digits(text, 4)
}

/** True if `number` (spaces allowed) is 12 to 19 digits whose check digit is right. */
export function isLuhnValid(number: string): boolean {
  const bare = number.replaceAll(' ', '')
  if (!/^\d{12,19}$/.test(bare)) return false
  let sum = 0
  for (let place = 0; place < bare.length; place++) {
    const digit = Number(bare[bare.length - 1 - place])
    const weighed = place % 2 === 0 ? digit : digit * 2
    sum += weighed > 9 ? weighed - 9 : weighed
  }
  return sum % 10 === 0
}

/** True if a card marked `MM/YY` is still good at `now`: to the end of that month, wherever on earth its owner is. */
export function isExpiryValid(text: string, now: Date): boolean {
  const match = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(text)
  if (!match) return false
  const westernmost = new Date(now.getTime() - HALF_DAY)
  const expires = (2000 + Number(match[2])) * 12 + Number(match[1]) - 1
  return expires >= westernmost.getUTCFullYear() * 12 + westernmost.getUTCMonth()
}
