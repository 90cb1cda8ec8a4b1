import { availability, type MarketSchedule } from './availability.ts'
import { countsFromPayment, DELIVERY_OPTIONS, type DeliveryOptionId, describePromise } from './delivery.ts'
import type { Cents } from './money.ts'
import { type OrderPrice, priceOrder } from './pricing.ts'
import { priceChange, promiseChange } from './terms-messages.ts'

const MINUTE = 60_000
/** An option that counts from the payment promises another minute each minute: shown this long ago it is still the same. */
const SAME_PROMISE_MINUTES = 15
/** Shorter than the time above, so that a page that asks again when its terms are no longer fresh never shows older ones. */
const FRESH_MINUTES = 5

/** The price of an order and its promise, as a buyer is shown them before paying. */
export type OrderTerms = {
  price: OrderPrice
  /** `Tomorrow, Wed Jun 5, by 12 PM EST`. */
  promise: string
  /** Why the option cannot be had now; null if it can. */
  closedReason: string | null
  /** For this many milliseconds all of this stays as it is. */
  freshForMs: number
}

/** The terms that a buyer was shown. */
export type ShownTerms = { promise: string; totalCents: Cents }

/** The terms of an order made at `now`. @param market null: no ZIP is known, or nobody serves it */
export function orderTerms(
  option: DeliveryOptionId,
  priceCents: Cents,
  market: MarketSchedule | null,
  now: Date,
): OrderTerms {
  const { options, timeZone, changesAt } = availability(now, market)
  const untilChange = changesAt.getTime() - now.getTime()
  return {
    price: priceOrder({ subtotalCents: priceCents, deliveryFeeCents: DELIVERY_OPTIONS[option].feeCents }),
    promise: describePromise(option, now, timeZone),
    closedReason: options[option].reason,
    freshForMs: countsFromPayment(option) ? Math.min(untilChange, FRESH_MINUTES * MINUTE) : untilChange,
  }
}

type Placed = { option: DeliveryOptionId; totalCents: Cents; now: Date; zone: string }

/** Lists, in sentences for the buyer, where an order placed at `now` differs from what they were shown; empty: nowhere. */
export function changedTerms(shown: ShownTerms, { option, totalCents, now, zone }: Placed): string[] {
  const promise = describePromise(option, now, zone)
  return [
    ...(shown.totalCents === totalCents ? [] : [priceChange(totalCents)]),
    ...(wasPromised(shown.promise, option, now, zone) ? [] : [promiseChange(promise)]),
  ]
}

function wasPromised(shown: string, option: DeliveryOptionId, now: Date, zone: string): boolean {
  const minutes = countsFromPayment(option) ? SAME_PROMISE_MINUTES : 0
  return Array.from({ length: minutes + 1 }, (_, ago) => new Date(now.getTime() - ago * MINUTE)).some(
    (then) => describePromise(option, then, zone) === shown,
  )
}
