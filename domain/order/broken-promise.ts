import { type MarketSchedule, worksOn } from '#domain/availability.ts'
import { limitsOf, type ShopCapacity } from '#domain/capacity.ts'
import { deliveryDate, promisedBy } from '#domain/delivery.ts'
import { addDays, isoDate, localInstant } from '#domain/zoned-time.ts'
import { type FloristView, fulfilmentOf, isAwaited, type OrderAndShopState } from './fulfilment.ts'
import { type AnswerTo, type ChoiceOutcome, LAST_RUN_MS, MIN_MINUTES } from './questions.ts'

/** Why a promise is in danger, the most pressing first. */
export const DANGER_REASONS = ['late', 'no_room', 'no_florist', 'too_late'] as const
export type DangerReason = (typeof DANGER_REASONS)[number]

/** The answers with which a buyer agrees to a new promise. Each begins a new round of asking florists. */
export const AGREEMENTS = ['wait', 'day'] as const satisfies readonly AnswerTo<'choice'>[]

/** On how many days after today a buyer can have the flowers instead. */
export const OTHER_DAYS = 14
const MINUTE_MS = 60_000
const WAIT_MAX_MS = OTHER_DAYS * 24 * 60 * MINUTE_MS
/** Promises that were due longer ago are left to a person: the jobs neither open a danger nor ask the buyer. */
export const STALE_MS = 24 * 60 * MINUTE_MS

/** Views of a florist who has said yes. */
const ACCEPTED_VIEWS: ReadonlySet<FloristView> = new Set(['accepted', 'ready', 'delivered'])

type Promised = OrderAndShopState & {
  /** ISO instant. */
  promisedBy: string
  isSample: boolean
}

/** The state of asking florists for an order that none has, since its buyer last agreed to a promise. */
export type AskingRound = {
  /** Florists who can still be asked. */
  shopsLeft: number
  /** Florists who said no, or nothing in time. */
  declined: number
  /** True if the system asks the next one. */
  isAutomatic: boolean
}

/** Facts on which a promise depends. */
export type PromiseFacts = {
  /** True if the order is flagged `over_capacity`. */
  isOverCapacity: boolean
  /** The minutes that its market needs to make a bouquet and deliver it. */
  fulfilmentMinutes: number
  /** When the buyer agreed to the promise as it is (ISO instant); null: it is the one of the order form. */
  agreedAt: string | null
  /** Null where florists do not have to answer. */
  asking: AskingRound | null
}

/**
 * Why an order's promise is in danger at `now`, null if it is not. A florist who has accepted endangers it only by saying so,
 * which is an event and no state (`late`). What the buyer has agreed to is in danger only for what happened since.
 */
export function dangerOf(order: Promised, facts: PromiseFacts, now: Date): DangerReason | null {
  if (order.isSample || !isAwaited(order) || ACCEPTED_VIEWS.has(fulfilmentOf(order).florist)) return null
  if (facts.isOverCapacity) return 'no_room'
  if (order.assignment !== 'pending' && isNobodyLeft(facts)) return 'no_florist'
  const left = Date.parse(order.promisedBy) - now.getTime()
  return left < leadOf(order, facts) ? 'too_late' : null
}

/** Where a person assigns, nobody knows that there is no florist before the last one has said no. */
function isNobodyLeft({ asking, agreedAt }: PromiseFacts): boolean {
  if (asking === null || asking.shopsLeft > 0) return false
  return asking.declined > 0 || (asking.isAutomatic && agreedAt === null)
}

/** With how many milliseconds left an order needs a florist. A time that was agreed to with less left is only in danger once it has passed. */
function leadOf({ promisedBy }: Promised, { fulfilmentMinutes, agreedAt }: PromiseFacts): number {
  const lead = fulfilmentMinutes * MINUTE_MS
  const wasTooShort = agreedAt !== null && Date.parse(promisedBy) - Date.parse(agreedAt) < lead
  return wasTooShort ? 0 : lead
}

/** When a buyer last agreed to a new promise (ISO instant); null: never. */
export function agreedAtOf(
  choices: readonly { closedAt: string | null; outcome: ChoiceOutcome | null }[],
): string | null {
  const agreed = choices.filter(({ outcome }) => AGREEMENTS.some((answer) => answer === outcome))
  return agreed.reduce<string | null>(
    (last, { closedAt }) => (closedAt !== null && (last === null || closedAt > last) ? closedAt : last),
    null,
  )
}

/**
 * When the system asks the buyer about a promise in danger: after the market's minutes, but two minutes before the promised time, and
 * early enough before the time to wait for that it can be answered.
 * @param danger.openedAt since when it is in danger (ISO instant)
 * @param minutes of the market
 */
export function offerDueAt(
  { openedAt, promisedBy, waitUntil }: { openedAt: string; promisedBy: string; waitUntil: string | null },
  minutes: number,
): Date {
  const after = Date.parse(openedAt) + minutes * MINUTE_MS
  const answerable = waitUntil === null ? Infinity : Date.parse(waitUntil) - MIN_MINUTES * MINUTE_MS
  return new Date(Math.min(after, Date.parse(promisedBy) - LAST_RUN_MS, answerable))
}

const TOO_NEAR = `Please choose a time at least ${MIN_MINUTES} minutes from now`

/** Says why a new time for an order cannot be; null: it can. */
export function waitProblem(until: Date | null, promisedBy: string, now: Date): string | null {
  if (until === null) return 'Please enter a date and a time'
  if (until <= now) return 'Please choose a time that is still to come'
  if (until.getTime() - now.getTime() < MIN_MINUTES * MINUTE_MS) return TOO_NEAR
  if (until.getTime() <= Date.parse(promisedBy)) return 'Please choose a time after the promised one'
  if (until.getTime() > now.getTime() + WAIT_MAX_MS) return `Please choose a time within ${OTHER_DAYS} days`
  return null
}

/**
 * The days (YYYY-MM-DD of the market's calendar) on which an order can be delivered instead: not today, not its own, and only
 * those on which the florists work and have room.
 * @param order.promisedBy ISO instant
 * @param shops what the market's shops can make; empty: no limit
 * @param taken places by date
 */
export function otherDays(
  order: { promisedBy: string },
  market: MarketSchedule,
  { shops, taken }: { shops: readonly ShopCapacity[]; taken: Readonly<Record<string, number>> },
  now: Date,
): string[] {
  if (market.pausedReason !== null) return []
  const today = isoDate(now, market.timeZone)
  const own = isoDate(new Date(order.promisedBy), market.timeZone)
  return Array.from({ length: OTHER_DAYS }, (_, n) => addDays(today, n + 1)).filter((date) => {
    const { day } = limitsOf(shops, { date, hour: null })
    return date !== own && worksOn(date, market) && (day === null || (taken[date] ?? 0) < day)
  })
}

/** The promise of an order whose buyer takes another day: by the end of it, which costs nothing. */
export function promiseOn(date: string, zone: string) {
  const noon = localInstant(`${date}T12:00`, zone)
  if (!noon) throw new RangeError(`Not a date: ${date}`)
  return {
    deliveryOption: 'today',
    deliveryDate: deliveryDate('today', noon, zone).toISOString(),
    promisedBy: promisedBy('today', noon, zone).toISOString(),
  } as const
}
