import { formatDay, formatOrderTime } from '#domain/dates.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { phrase } from './substitution-messages.ts'

// Sentences for buyers who are asked something, in emails and on pages.

/**
 * The part of the payment that the buyer gets back by cancelling.
 * - `all`, `rest`: all of the payment, or what is left of it
 * - `requested`: all of it is on its way already
 * - `bank`: the bank decides about the payment
 */
type Money = 'all' | 'rest' | 'requested' | 'bank'

/** The answers that a buyer has about a promise in danger, with the end of the order if nobody answers. */
export type ChoiceOffer = {
  /** The new time to wait for (ISO instant); null: waiting is no choice. */
  waitUntil: string | null
  /** Days to take instead (YYYY-MM-DD); none: another day is no choice. */
  days: string[]
  /** The amount that another day gives back: the delivery fee with its tax. */
  feeCents: Cents
  /** The amount that cancelling gives back. */
  refundCents: Cents
  money: Money
  /** The end of an order without an answer. */
  unanswered: 'cancelled' | 'kept'
}

const SETTLED = {
  requested: 'Your money is on its way back already.',
  bank: 'Your bank decides about the money.',
} as const

/** A day with its weekday: `Tue Jun 4`. @param date YYYY-MM-DD */
export function choiceDay(date: string): string {
  return formatDay(new Date(`${date}T12:00:00Z`), 'UTC')
}

/** Says in a sentence or two why the promise is in danger. */
export function choiceReason(order: {
  promisedBy: string
  timeZone: string
  waitUntil: string | null
}): string {
  const promised = formatOrderTime(order.promisedBy, order.timeZone)
  const start = `We promised your flowers by ${promised}.`
  if (order.waitUntil === null) return `${start} We may not make it, and you should know that now, not then.`
  const until = formatOrderTime(order.waitUntil, order.timeZone)
  return `${start} We won’t make it: ${until} is the best we can do. You should know that now, not then.`
}

/** The choices in a few words: `Wait, take another day, or cancel with a full refund.` */
export function offerSummary(offer: ChoiceOffer): string {
  const ends: Readonly<Record<Money, string>> = {
    all: 'cancel with a full refund',
    rest: 'cancel with a refund of the rest',
    requested: 'cancel, with your money on its way back',
    bank: 'cancel, while your bank decides about the money',
  }
  const text = choicesText(offer, ends[offer.money])
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** Says in a sentence or two which choices there are and what cancelling gives back. */
export function offerSentence(offer: ChoiceOffer): string {
  const ends: Readonly<Record<Money, string>> = {
    all: 'cancel and get all of your money back.',
    rest: `cancel and get the rest of your money back, ${formatMoney(offer.refundCents)}.`,
    requested: `cancel. ${SETTLED.requested}`,
    bank: `cancel. ${SETTLED.bank}`,
  }
  return `You can ${choicesText(offer, ends[offer.money])}`
}

/** Says what `Cancel` gives back. */
export function cancelSentence({ money, refundCents }: ChoiceOffer): string {
  const amount = formatMoney(refundCents)
  const sentences: Readonly<Record<Money, string>> = {
    all: `You get all of it back: ${amount}.`,
    rest: `You get the rest of it back: ${amount}.`,
    ...SETTLED,
  }
  return sentences[money]
}

/**
 * Says in a sentence or two what happens without a choice.
 * @param expiresAt until when it is waited for (ISO instant)
 * @param zone IANA
 */
export function unansweredSentence(
  { unanswered, money }: ChoiceOffer,
  expiresAt: string,
  zone: string,
): string {
  if (unanswered === 'kept') {
    return 'Your flowers are made. If we don’t hear from you, they come as soon as they can, and nothing is cancelled.'
  }
  const ends: Readonly<Record<Money, string>> = {
    all: ' and refund all of it.',
    rest: ' and refund the rest of it.',
    requested: `. ${SETTLED.requested}`,
    bank: `. ${SETTLED.bank}`,
  }
  const limit = formatOrderTime(expiresAt, zone)
  return `Please choose by ${limit}. If we don’t hear from you by then, and nothing changes for the better, we cancel the order${ends[money]}`
}

function choicesText({ waitUntil, days }: ChoiceOffer, cancel: string): string {
  const others = [...(waitUntil === null ? [] : ['wait']), ...(days.length === 0 ? [] : ['take another day'])]
  return others.length === 0 ? cancel : `${others.join(', ')}, or ${cancel}`
}

/** Says until when the buyer can answer about other flowers, and what silence means. @param zone IANA */
export function silenceSentence({ instead }: { instead: string }, expiresAt: string, zone: string): string {
  const limit = formatOrderTime(expiresAt, zone)
  return `Please answer by ${limit}. If we don’t hear from you by then, your florist goes ahead with ${phrase(instead)}, so that your flowers are on time.`
}

/**
 * Says what a no to other flowers leads to.
 * @param facts.refundCents the amount that goes back at once
 */
export function noSentence(facts: { refundCents: Cents; isDisputed: boolean }): string {
  if (facts.isDisputed) return `We cancel the order. ${SETTLED.bank}`
  if (facts.refundCents === 0) return `We cancel the order. ${SETTLED.requested}`
  return `We cancel the order and refund ${formatMoney(facts.refundCents)}.`
}
