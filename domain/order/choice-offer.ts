import { type Cents, formatMoney } from '#domain/money.ts'
import { choiceTime } from './choice-messages.ts'

// The offer to the buyer of a promise in danger, with the end of the order if nobody answers. The email, the page and the answer
// ask here. The job that ends a choice asks the row `choice_expired` (events.ts), which keeps an order whose flowers are
// ready, too: `unanswered` says the same.

/**
 * The part of the payment that the buyer gets back by cancelling.
 * - `all`, `rest`: all of the payment, or what is left of it
 * - `requested`: all of it is on its way already
 * - `bank`: the bank decides about the payment
 */
type Money = 'all' | 'rest' | 'requested' | 'bank'

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

type Facts = {
  /** The new time that was given (ISO instant). */
  waitUntil: string | null
  days: string[]
  /** A late florist has the flowers ready: they are not made for another day, and nobody throws them away unasked. */
  isReady: boolean
  feeCents: Cents
  refundCents: Cents
  totalCents: Cents
  isDisputed: boolean
}

/** The offer as it is at `now`. A time that has passed is none to wait for. */
export function choiceOffer(facts: Facts, now: Date): ChoiceOffer {
  const { waitUntil, days, isReady, feeCents, refundCents } = facts
  return {
    waitUntil: waitUntil !== null && new Date(waitUntil) > now ? waitUntil : null,
    days: isReady ? [] : days,
    feeCents,
    refundCents,
    money: moneyOf(facts),
    unanswered: unansweredOutcome(isReady),
  }
}

function moneyOf({ refundCents, totalCents, isDisputed }: Facts): Money {
  if (isDisputed) return 'bank'
  if (refundCents === 0) return 'requested'
  return refundCents < totalCents ? 'rest' : 'all'
}

/** Decides about an order whose buyer does not answer. @param isReady a late florist has the flowers ready */
export function unansweredOutcome(isReady: boolean): ChoiceOffer['unanswered'] {
  return isReady ? 'kept' : 'cancelled'
}

/** The choices in a few words: `Wait, take another day, or cancel with a full refund.` */
export function offerSummary(offer: ChoiceOffer): string {
  const ends: Readonly<Record<Money, string>> = {
    all: 'cancel with a full refund',
    rest: 'cancel with a refund of the rest',
    requested: 'cancel, with your money on its way back',
    bank: 'cancel, while your bank decides about the money',
  }
  return `${capitalised(choicesText(offer, ends[offer.money]))}.`
}

/** Says in a sentence or two which choices there are and what cancelling gives back. */
export function offerSentence(offer: ChoiceOffer): string {
  const amount = formatMoney(offer.refundCents)
  const ends: Readonly<Record<Money, string>> = {
    all: 'cancel and get all of your money back.',
    rest: `cancel and get the rest of your money back, ${amount}.`,
    requested: `cancel. ${MONEY_ON_ITS_WAY}`,
    bank: `cancel. ${BANK_DECIDES}`,
  }
  return `You can ${choicesText(offer, ends[offer.money])}`
}

/** Says what `Cancel` gives back. */
export function cancelSentence({ money, refundCents }: ChoiceOffer): string {
  const amount = formatMoney(refundCents)
  const sentences: Readonly<Record<Money, string>> = {
    all: `You get all of it back: ${amount}.`,
    rest: `You get the rest of it back: ${amount}.`,
    requested: MONEY_ON_ITS_WAY,
    bank: BANK_DECIDES,
  }
  return sentences[money]
}

/**
 * Says in a sentence or two what happens without an answer.
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
    requested: `. ${MONEY_ON_ITS_WAY}`,
    bank: `. ${BANK_DECIDES}`,
  }
  const limit = choiceTime(expiresAt, zone)
  return `Please choose by ${limit}. If we don’t hear from you by then, and nothing changes for the better, we cancel the order${ends[money]}`
}

const MONEY_ON_ITS_WAY = 'Your money is on its way back already.'
const BANK_DECIDES = 'Your bank decides about the money.'

function choicesText({ waitUntil, days }: ChoiceOffer, cancel: string): string {
  const others = [...(waitUntil === null ? [] : ['wait']), ...(days.length === 0 ? [] : ['take another day'])]
  return others.length === 0 ? cancel : `${others.join(', ')}, or ${cancel}`
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
