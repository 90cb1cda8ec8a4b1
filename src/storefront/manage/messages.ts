import { hasRefund, refundSentence } from '#domain/refunds.ts'
import type { ManagedOrder } from '#src/lib/shop-api.ts'

type Message = { heading: string; text: string }

/** The headline of the page: how far the order is, what can still be done, and what is true of the money. */
export function manageMessage(order: ManagedOrder, now: Date): Message {
  const { stage, refund } = order
  const message = stageMessage(order, now)
  const isOver = stage === 'cancelled' || stage === 'refunded'
  return refund && (isOver || hasRefund(refund))
    ? { ...message, text: `${message.text} ${refundSentence(refund)}` }
    : message
}

function stageMessage(order: ManagedOrder, now: Date): Message {
  const { stage, deliveryCity: city, promisedBy, choiceUrl } = order
  const isLate = new Date(promisedBy) < now
  if (choiceUrl) {
    return {
      heading: isLate ? 'We are late.' : 'We may be late.',
      text: 'We owe you an apology, and you choose what happens now. It’s the same link that we emailed you.',
    }
  }
  const messages: Record<ManagedOrder['stage'], Message> = {
    placed: isLate
      ? {
          heading: 'We are late.',
          text: `Your flowers should be there by now, and no florist has accepted yet. We are sorry. ${
            order.mayCancel ? 'Call us, or cancel for a full refund.' : 'Call us.'
          }`,
        }
      : {
          heading: 'Your order is confirmed.',
          text: `We are handing it to a florist in ${city}. ${whatMayBeDone(order)}`,
        },
    accepted: {
      heading: isLate ? 'We are late.' : 'A florist is on it.',
      text: `A florist in ${city} has accepted your order, so it can’t be changed here any more. Something wrong? Call us.`,
    },
    ready: {
      heading: isLate ? 'We are late.' : 'Tied, wrapped, ready to go.',
      text: `The next stop is a door in ${city}. Something wrong? Call us right away.`,
    },
    delivered: {
      heading: 'Delivered.',
      text: 'The rest is yours. Something wrong with the flowers? Call us today.',
    },
    cancelled: { heading: 'This order was cancelled.', text: 'Nothing will be delivered.' },
    refunded: { heading: 'Your payment was refunded.', text: 'Nothing will be delivered.' },
  }
  return messages[stage]
}

function whatMayBeDone({ mayChange, mayCancel }: ManagedOrder): string {
  if (mayCancel) return 'Until one accepts, you can change or cancel it here.'
  return mayChange
    ? 'Until one accepts, you can change it here. Something else? Call us.'
    : 'Something wrong? Call us.'
}

export const CHANGED = 'Saved. The florist gets what you see here.'
/** Some weeks after the delivery. */
export const PERSONAL_DATA_GONE =
  'This link is some weeks old, so names, address and card are not shown here any more. Your confirmation email still has them.'
export const CHECK_FIELDS = 'Please check the marked fields.'
export const NOT_DONE = 'That did not work. Please try again in a moment.'
export const UNKNOWN = {
  heading: 'This link doesn’t work.',
  text: 'Part of it may be missing, or it was replaced. Open it again from the latest email, or let us send you a new one.',
}
export const NOT_LOADED = {
  heading: 'We can’t load your order right now.',
  text: 'It’s us, and it says nothing about your flowers. Please try again in a moment.',
}
