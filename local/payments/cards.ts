import { formatCardNumber, formatCvv, formatExpiry, isExpiryValid, isLuhnValid } from './card-fields.ts'

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
