import { formatOrderTimeFrom } from '#domain/dates.ts'
import { missingFlowers, usedSentence } from '#domain/order/substitution-messages.ts'
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

/** When something last happened to the order, and when that was not today, on which day. */
export function lastChange({ steps, attempt, timeZone }: TrackingAnswer, now: Date): string {
  const times = [...steps, ...(attempt ? [attempt] : [])].flatMap(({ at }) =>
    at === null ? [] : [Date.parse(at)],
  )
  const last = new Date(Math.max(...times))
  return `Updated ${formatOrderTimeFrom(last.toISOString(), timeZone, now)}`
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
