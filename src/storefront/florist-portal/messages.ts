import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import type { PhotoStep } from '#domain/photos.ts'
import type { FloristOrder } from '#src/lib/order-links.ts'

type Message = { heading: string; text: string; tone: 'open' | 'good' | 'off' }

/** The headline of the page: where the order stands, and what comes next. */
export const FLORIST_MESSAGES: Readonly<Record<FloristOrder['view'], Message>> = {
  asked: { heading: 'Can you make this?', text: 'Please answer soon. Somebody is waiting.', tone: 'open' },
  accepted: { heading: 'It’s yours.', text: 'Tap Ready once it is tied.', tone: 'good' },
  ready: { heading: 'Ready to go.', text: 'Tap At the door when you get there.', tone: 'good' },
  delivered: {
    heading: 'Delivered. Thank you.',
    text: 'That’s all. You can close this page.',
    tone: 'good',
  },
  rejected: {
    heading: 'You rejected this order.',
    text: 'That’s all right. We take it from here. There’s nothing else to do.',
    tone: 'off',
  },
  overdue: {
    heading: 'Can you still make this?',
    text: 'The time to answer was over, but no other florist has it yet. Tap Accept if you can make it by then.',
    tone: 'open',
  },
  unanswered: {
    heading: 'Another florist has this one.',
    text: 'The time to answer was over. That’s all right. There’s nothing left for you to do.',
    tone: 'off',
  },
  over: {
    heading: 'This order is closed.',
    text: 'It has been taken care of, and there’s nothing left for you to do. Flowers in hand? Call us.',
    tone: 'off',
  },
  cancelled: {
    heading: 'This order was cancelled.',
    text: 'Please don’t make it. Already made, or on its way? Call us right now.',
    tone: 'off',
  },
  // The text below it is the server’s, which refuses such a link.
  closed: { heading: 'This link is closed.', text: '', tone: 'off' },
}

/** The text of an order that has to be answered by a time. @param deadline that time in words */
export const answerByText = (deadline: string) =>
  `Please answer by ${deadline}. After that we ask another florist.`

export const LOOKING = 'Opening your order…'
export const NO_CONNECTION = {
  heading: 'No connection.',
  text: 'We could not open the order. This page tries again once you have signal.',
}
export const NO_LINK = {
  heading: 'This link is incomplete.',
  text: 'The end of it got lost on the way. Open it again from the email, or let us send you new ones.',
}
export const LINKS_SENT =
  'If a shop with that email has orders waiting, their links are on their way. Nothing there in a few minutes? Look in the spam folder, or call us.'
export const LINKS_NOT_SENT = 'No connection. Please try again.'
export const FAILED = 'We couldn’t open the order.'
export const PHOTO_NOT_SENT = 'No connection. The photo is still here. Please send it again.'
export const PHOTO_UNREADABLE = 'We can’t read this picture. Please take another one.'
/** The words of the button that takes a photograph. */
export const TAKE_PHOTO: Readonly<Record<PhotoStep, string>> = {
  bouquet: 'Photo of the bouquet',
  substitution: 'Photo of it',
  door: 'Photo at the door',
}
export const NOT_SENT = 'No connection. Your answer did not get through yet. Please tap it again.'

/** Where the way to an address is shown, in whatever the phone has for it. */
export function mapAddress({ address, city, state, zip }: NonNullable<FloristOrder['delivery']>): string {
  const query = new URLSearchParams({ api: '1', query: `${address}, ${city}, ${state} ${zip}` })
  return `https://www.google.com/maps/search/?${query}`
}

/** Usual reasons of florists; they may write others. */
export const REASONS = [
  'We are full today.',
  'We do not have the flowers.',
  'We cannot get there in time.',
  'We are closed.',
]
export const SAY_WHY = 'Please tell us why, in a word or two.'
export const TOO_LONG = `Please keep this to ${REJECTION_REASON_MAX} characters`
