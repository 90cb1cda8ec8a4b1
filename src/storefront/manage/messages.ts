import { hasRefund, refundSentence } from '#domain/refunds.ts'
import type { ManagedOrder } from '#src/lib/shop-api.ts'

/** The headline of the page: how far the order is, what can still be done, and what is true of the money. */
export function manageMessage(order: ManagedOrder): { heading: string; text: string } {
  const { stage, refund, headline } = order
  const heading = headline.says === 'coming' ? 'Your order is confirmed.' : headline.heading
  const text = textOf(order)
  const isOver = stage === 'cancelled' || stage === 'refunded'
  const money = refund && (isOver || hasRefund(refund)) ? refundSentence(refund) : null
  return { heading, text: money ? `${text} ${money}` : text }
}

function textOf(order: ManagedOrder): string {
  const { headline, stage, deliveryCity: city, mayCancel } = order
  const accepted = `A florist in ${city} has accepted your order, so it can’t be changed here any more. Something wrong? Call us.`
  const ready = `The next stop is a door in ${city}. Something wrong? Call us right away.`
  const unaccepted = `Your flowers should be there by now, and no florist has accepted yet. We are sorry. ${
    mayCancel ? 'Call us, or cancel for a full refund.' : 'Call us.'
  }`
  const texts: Record<ManagedOrder['headline']['says'], string> = {
    asked: 'We owe you an apology, and you choose what happens now. It’s the same link that we emailed you.',
    coming: `We are handing it to a florist in ${city}. ${whatMayBeDone(order)}`,
    late: stage === 'placed' ? unaccepted : stage === 'ready' ? ready : accepted,
    made: accepted,
    ready,
    missed: `Your flowers were at the door in ${city}. Is another plan better? Call us.`,
    delivered: 'The rest is yours. Something wrong with the flowers? Call us today.',
    cancelled: 'Nothing will be delivered.',
    refunded: 'Nothing will be delivered.',
  }
  return texts[headline.says]
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
