import type { FloristOrder } from '#src/contracts/florist.ts'
import type { ShopOrderStatus } from '#src/domain/order-status.ts'

type Words = { heading: string; text: string; tone: 'open' | 'good' | 'off' }

const BY_STATUS: Readonly<Record<ShopOrderStatus, Words>> = {
  pending: { heading: 'Can you make this?', text: 'Please answer soon. Somebody is waiting.', tone: 'open' },
  confirmed: { heading: 'It is yours.', text: 'Tap Ready once it is tied.', tone: 'good' },
  processing: { heading: 'It is yours.', text: 'Tap Ready once it is tied.', tone: 'good' },
  ready: { heading: 'Ready to go.', text: 'Tap Delivered at the door.', tone: 'good' },
  delivered: {
    heading: 'Delivered. Thank you.',
    text: 'That was all. You can close this page.',
    tone: 'good',
  },
  rejected: {
    heading: 'You said no.',
    text: 'That is all right. Somebody else gets it, and you need not do anything.',
    tone: 'off',
  },
}

/** What the page says at its top: where the order stands, and what comes next. */
export function floristWords({ status, cancelled }: Pick<FloristOrder, 'status' | 'cancelled'>): Words {
  if (!cancelled) return BY_STATUS[status]
  return {
    heading: 'This one is off.',
    text: 'Please do not make it. Made already, or on its way? Call us right now.',
    tone: 'off',
  }
}

export const LOOKING = 'Opening your order …'
export const NO_CONNECTION = {
  heading: 'No connection.',
  text: 'We could not open the order. This page tries again once you have signal.',
}
export const NO_LINK = {
  heading: 'This link is not complete.',
  text: 'Please open it from the mail once more, or copy all of it.',
}
export const CLOSED = 'This link is closed.'
export const FAILED = 'We could not open it.'
export const NOT_SENT = 'No connection. Your answer did not get through yet. Please tap it again.'

/** Where the way to an address is shown, in whatever the phone has for it. */
export function mapAddress({ address, city, state, zip }: NonNullable<FloristOrder['delivery']>): string {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${city}, ${state} ${zip}` })
  return `https://www.google.com/maps/search/?${query}`
}

/** What florists mostly have to say; anything else they write. */
export const REASONS = [
  'We are full today.',
  'We do not have the flowers.',
  'We cannot get there in time.',
  'We are closed.',
]
export const SAY_WHY = 'Please say why, in a word or two.'
