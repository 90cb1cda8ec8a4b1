import { formatMarketTime } from '#domain/dates.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { exchange } from '#domain/order/substitution-messages.ts'
import type { PhotoStep } from '#domain/photos.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'

type Substitution = FloristOrder['substitution']
type Decided = Substitution['decided'][number]
type Question = NonNullable<Substitution['question']>

const timeText = (instant: string, zone: string) => formatMarketTime(new Date(instant), zone, 'shortTime')

export const askedText = (question: Question) => `Asked: ${exchange(question)}?`

const DECIDED: Readonly<Record<Exclude<Decided['outcome'], 'refunded'>, string>> = {
  florist: 'Your choice',
  agreed: 'The sender said yes',
  silent: 'No answer, go ahead',
  declined: 'The sender said no',
}

/** A line about flowers of which it is decided what becomes of them. */
export function decidedLine({ outcome, ...flowers }: Decided): string {
  if (outcome === 'refunded')
    return `Cancelled and refunded, as the sender wished. Missing: ${flowers.missing}`
  return `${DECIDED[outcome]}: ${exchange(flowers)}`
}

/** Says, before it is sent, what follows when the florist reports a missing flower. */
export function thenText({ preference, askUntil }: Substitution, zone: string): string {
  if (preference === 'refund') {
    return 'The sender wants their money back then. This cancels the order and refunds it: please don’t make it.'
  }
  if (preference === 'ask') {
    return askUntil
      ? `We ask the sender now. They have until ${timeText(askUntil, zone)}. No answer by then: go ahead with yours.`
      : 'There is no time left to ask the sender. Use something of equal value, and we’ll tell them.'
  }
  return 'The sender leaves it to you. Use something of equal value, and we’ll tell them.'
}

export const SEND = 'Send'
export const CANCEL_ORDER = 'Cancel order'

export const LOOKING = 'Opening your order…'
export const NO_CONNECTION = {
  heading: 'No connection.',
  text: 'We could not open the order. This page tries again once you have signal.',
}
export const CLOSED = 'This link is closed.'
export const NO_LINK = {
  heading: 'This link is incomplete.',
  text: 'The end of it got lost on the way. Open it again from the email, or let us send you new ones.',
}
export const LINKS_SENT =
  'If a shop with that email has orders waiting, their links are on their way. Nothing there in a few minutes? Look in the spam folder, or call us.'
export const LINKS_NOT_SENT = 'No connection. Please try again.'
export const FAILED = 'We couldn’t open the order.'
export const PHOTO_NOT_SENT = 'No connection. The photo is still here. Please send it again.'
export const PHOTO_TOO_LARGE = 'This picture is larger than 10 MB. Please take another one.'
export const PHOTO_UNREADABLE = 'We can’t read this picture. Please take another one.'
/** The words of the button that takes a photograph. */
export const TAKE_PHOTO: Readonly<Record<PhotoStep, string>> = {
  bouquet: 'Photo of the bouquet',
  substitution: 'Photo of what goes in',
  door: 'Photo at the door',
}
export const NOT_SENT = 'No connection. Your answer did not get through yet. Please tap it again.'

/** Where the way to an address is shown, in whatever the phone has for it. */
export function mapAddress({ address, city, state, zip }: NonNullable<FloristOrder['delivery']>): string {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${city}, ${state} ${zip}` })
  return `https://www.google.com/maps/search/?${query}`
}

/** The delays that a press proposes, in minutes. */
export const DELAYS = [15, 30, 60]

/** Usual reasons of florists; they may write others. */
export const REASONS = [
  'We are full today.',
  'We do not have the flowers.',
  'We cannot get there in time.',
  'We are closed.',
]
export const SAY_WHY = 'Please tell us why, in a word or two.'
export const TOO_LONG = `Please keep this to ${REJECTION_REASON_MAX} characters`
