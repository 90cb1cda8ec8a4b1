import { formatDay, formatMarketTime } from '#domain/dates.ts'
import { missingFlowers, usedSentence } from '#domain/order/substitution-messages.ts'
import { hasRefund, refundSentence } from '#domain/refunds.ts'
import type { TrackingStep } from '#domain/tracking.ts'
import type { TrackingAnswer } from '#src/lib/order-links.ts'

/** Labels of the steps, in the order in which they happen. */
export const STEP_NAMES: Readonly<Record<TrackingStep, string>> = {
  ordered: 'Ordered',
  paid: 'Paid',
  accepted: 'A florist has it',
  ready: 'Tied and ready',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

type Message = { heading: string; text: string }

/** The headline of the page, and what is true of the money. @param now to know whether we are late */
export function trackingMessage(answer: TrackingAnswer, now: Date): Message {
  const { state, refund } = answer
  const message = flowerMessage(answer, now)
  if (state === 'refunded') return { ...message, text: `${refundSentence(refund)} ${message.text}` }
  return state === 'cancelled' || hasRefund(refund)
    ? { ...message, text: `${message.text} ${refundSentence(refund)}` }
    : message
}

function flowerMessage(answer: TrackingAnswer, now: Date): Message {
  const { state, firstName, city } = answer
  const messages: Record<TrackingAnswer['state'], Message> = {
    delivered: {
      heading: 'Delivered.',
      text: `${firstName}, your flowers were delivered in ${city}. The rest is yours: short sentences, no “but”.`,
    },
    cancelled: {
      heading: 'This order was cancelled.',
      text: `${firstName}, nothing will be delivered. Didn’t expect that? Call us.`,
    },
    refunded: { heading: 'Your payment was refunded.', text: 'You don’t need to do anything.' },
    'on-its-way': comingMessage(answer, now),
  }
  return messages[state]
}

function comingMessage(answer: TrackingAnswer, now: Date): Message {
  const { firstName, city, bouquet } = answer
  const isLate = new Date(answer.promisedBy) < now
  if (answer.attempt && !answer.isAsked) {
    return {
      heading: 'We knocked. Nobody answered.',
      text: `${firstName}, your flowers were at the door in ${city}.`,
    }
  }
  if (answer.isAsked) {
    return {
      heading: isLate ? 'We are late.' : 'We may be late.',
      text: `${firstName}, we are sorry. You choose what happens now: the link is in our last email.`,
    }
  }
  if (isLate) {
    return {
      heading: 'We are late.',
      text: `${firstName}, your flowers should be there by now. We are sorry, and yes, we have noticed.`,
    }
  }
  const done = (name: TrackingStep) => answer.steps.some((each) => each.step === name && each.done)
  if (done('ready')) {
    return {
      heading: 'Tied, wrapped, ready to go.',
      text: `${firstName}, the next stop is a door in ${city}. A good moment to find the words.`,
    }
  }
  if (done('accepted')) {
    return {
      heading: 'A florist is on it.',
      text: `${firstName}, a florist in ${city} is putting your ${bouquet} together.`,
    }
  }
  return {
    heading: 'We are on it.',
    text: `${firstName}, we are handing your ${bouquet} to a florist in ${city}. You don’t need to do anything.`,
  }
}

/** When something last happened to the order, and when that was not today, on which day. */
export function lastChange({ steps, attempt, timeZone }: TrackingAnswer, now: Date): string {
  const times = [...steps, ...(attempt ? [attempt] : [])].flatMap(({ at }) =>
    at === null ? [] : [Date.parse(at)],
  )
  const last = new Date(Math.max(...times))
  const isToday = formatDay(last, timeZone) === formatDay(now, timeZone)
  return `Updated ${formatMarketTime(last, timeZone, isToday ? 'time' : 'day')}`
}

/** A line about flowers that the florist misses. */
export function substitutionLine({ isAsked, ...flowers }: TrackingAnswer['substitutions'][number]): string {
  return isAsked
    ? `Your florist is out of ${missingFlowers(flowers)}. The question about it is in our last email.`
    : usedSentence(flowers)
}

/** The list of photographs: two in a row, or one that is as wide as the page. */
export const PHOTOS = 'mt-3 grid grid-cols-2 gap-3 *:only:col-span-2 *:only:max-w-[26rem]'

export const LOOKING = 'Looking for your flowers…'
export const INCOMPLETE = {
  heading: 'This link is incomplete.',
  text: 'The end of it got lost on the way. Open it again from the email, or let us send you new ones.',
}
export const UNKNOWN = {
  heading: 'This link doesn’t work.',
  text: 'Part of it may be missing. Open it again from the email, or let us send you new ones.',
}
export const NOT_LOADED = {
  heading: 'We can’t load your order right now.',
  text: 'We got no answer, which says nothing about your flowers. Please try again in a moment.',
}
