import { digits } from '#domain/zip.ts'

const HALF_DAY = 12 * 60 * 60 * 1000

/** The fields of the payment form, as a person typed them. */
export interface CardEntry {
  number: string
  expiry: string
  cvc: string
  name: string
}
export type CardField = keyof CardEntry
export type CardErrors = Partial<Record<CardField, string>>

/** A card that may be tried: digits only, four-digit year. */
export interface Card {
  number: string
  expMonth: number
  expYear: number
  name: string
}

export type CardOutcome =
  | { kind: 'pays' }
  | { kind: 'delayed' }
  | { kind: 'declined'; declineCode: string; message: string }

/** Its payments are refunded with the status `pending` at first. */
export const SLOW_REFUNDS = '4000 0000 0000 7726'

/** The cards that the payment page offers for trying things out. */
export const TEST_CARDS: { number: string; says: string; outcome: CardOutcome }[] = [
  { number: '4242 4242 4242 4242', says: 'pays', outcome: { kind: 'pays' } },
  {
    number: '4000 0000 0000 0002',
    says: 'is declined',
    outcome: { kind: 'declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  },
  {
    number: '4000 0000 0000 9995',
    says: 'has no funds',
    outcome: {
      kind: 'declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
  },
  { number: '4000 0000 0000 0077', says: 'pays later', outcome: { kind: 'delayed' } },
  { number: SLOW_REFUNDS, says: 'is refunded later', outcome: { kind: 'pays' } },
]

const OTHER_CARD: CardOutcome = {
  kind: 'declined',
  declineCode: 'test_mode_live_card',
  message: 'Your card was declined. This page only takes the test cards listed below the form.',
}

/** The entry as the form shows it: digits in groups, `MM/YY`. */
export function formatEntry(entry: CardEntry): CardEntry {
  return {
    number: formatCardNumber(entry.number),
    expiry: formatExpiry(entry.expiry),
    cvc: formatCvv(entry.cvc),
    name: entry.name.trim(),
  }
}

/** Checks a formatted entry at `now`: either a card, or a message for each field that is wrong. */
export function readCard(entry: CardEntry, now: Date): { card: Card } | { errors: CardErrors } {
  const errors: CardErrors = {}
  const number = entry.number.replaceAll(' ', '')
  if (number.length < 13) errors.number = 'Your card number is incomplete.'
  else if (!isLuhnValid(number)) errors.number = 'Your card number is invalid.'
  if (entry.expiry.length < 5) errors.expiry = 'Your card’s expiration date is incomplete.'
  else if (!/^(0[1-9]|1[0-2])/.test(entry.expiry)) errors.expiry = 'Your card’s expiration date is invalid.'
  else if (!isExpiryValid(entry.expiry, now)) errors.expiry = 'Your card’s expiration date is in the past.'
  if (entry.cvc.length < 3) errors.cvc = 'Your card’s security code is incomplete.'
  if (entry.name === '') errors.name = 'Enter the name on the card.'
  if (Object.keys(errors).length > 0) return { errors }
  const expMonth = Number(entry.expiry.slice(0, 2))
  return { card: { number, expMonth, expYear: 2000 + Number(entry.expiry.slice(3)), name: entry.name } }
}

export function outcomeOf(card: Card): CardOutcome {
  const known = TEST_CARDS.find(({ number }) => number.replaceAll(' ', '') === card.number)
  return known?.outcome ?? OTHER_CARD
}

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
