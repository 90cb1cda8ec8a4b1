import { hasRefund, refundSentence } from '#domain/refunds.ts'
import type { TrackingStep } from '#domain/tracking.ts'
import type { TrackingAnswer } from '#src/lib/order-links.ts'

/** What each step is called, in the order in which they happen. */
export const STEP_NAMES: Readonly<Record<TrackingStep, string>> = {
  ordered: 'Ordered',
  paid: 'Paid',
  accepted: 'A florist has it',
  ready: 'Tied and ready',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
}

type Message = {
  heading: string
  text: string
  /** Whether somebody may want to talk to us about it. */
  help: boolean
}

/** What the page says at its top, and what is true of the money. @param now to know whether we are late */
export function trackingMessage(answer: TrackingAnswer, now: Date): Message {
  const { state, refund } = answer
  const message = flowerMessage(answer, now)
  if (state === 'refunded') return { ...message, text: `${refundSentence(refund)} ${message.text}` }
  return state === 'cancelled' || hasRefund(refund)
    ? { ...message, text: `${message.text} ${refundSentence(refund)}` }
    : message
}

function flowerMessage(answer: TrackingAnswer, now: Date): Message {
  const { state, firstName, city, bouquet } = answer
  switch (state) {
    case 'delivered':
      return {
        heading: 'They are there.',
        text: `${firstName}, your flowers were delivered in ${city}. The rest is yours: short sentences, no “but”.`,
        help: false,
      }
    case 'cancelled':
      return {
        heading: 'No flowers this time.',
        text: `${firstName}, this order was cancelled. Nothing will be delivered.`,
        help: true,
      }
    case 'refunded':
      return {
        heading: 'Your payment was refunded.',
        text: 'You need not do anything.',
        help: true,
      }
    case 'on-its-way': {
      if (new Date(answer.promisedBy) < now) {
        return {
          heading: 'We are late.',
          text: `${firstName}, your flowers should be there by now. We are sorry, and yes, we have noticed.`,
          help: true,
        }
      }
      const done = (name: TrackingStep) => answer.steps.some((each) => each.step === name && each.done)
      if (done('ready')) {
        return {
          heading: 'Tied, wrapped, ready to go.',
          text: `${firstName}, the next stop is a door in ${city}. A good moment to find the words.`,
          help: false,
        }
      }
      if (done('accepted')) {
        return {
          heading: 'Somebody is on it.',
          text: `${firstName}, a florist in ${city} is putting your ${bouquet} together.`,
          help: false,
        }
      }
      return {
        heading: 'We are on it.',
        text: `${firstName}, we are handing your ${bouquet} to a florist in ${city}. You need not do anything.`,
        help: false,
      }
    }
  }
}

export const LOOKING = 'Looking for your flowers …'
export const UNKNOWN = {
  heading: 'This link does not work.',
  text: 'It may have lost a few characters on the way. Please open it from the mail once more, or copy all of it.',
}
export const NOT_LOADED = {
  heading: 'We cannot see them just now.',
  text: 'That is the connection, not the flowers. Please try again in a moment.',
}
