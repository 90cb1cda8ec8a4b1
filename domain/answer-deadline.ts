import { type MarketSchedule, workingHours } from './availability.ts'
import { DELIVERY_OPTIONS, type DeliveryOptionId } from './delivery.ts'
import { answerMinutesOf, type StoredAnswerMinutes } from './market-promises.ts'
import { addDays, isoDate } from './zoned-time.ts'

const MINUTE_MS = 60_000
/** Florists who do not open within this many days are not asked to answer. */
const DAYS_AHEAD = 14

/** The fields of a market that decide until when its florists have to answer. */
export type AskingMarket = Pick<MarketSchedule, 'timeZone' | 'openingHours' | 'closedDates'> & {
  asksForAnswer: boolean
  answerMinutes: StoredAnswerMinutes
  fulfilmentMinutes: number
}

/** The last instant at which somebody can begin to make an order and be in time. */
export function latestStart(
  promisedBy: Date,
  { fulfilmentMinutes }: Pick<AskingMarket, 'fulfilmentMinutes'>,
): Date {
  return new Date(promisedBy.getTime() - fulfilmentMinutes * MINUTE_MS)
}

/**
 * Until when a florist who is asked now has to answer. Never later than the last instant at which the bouquet can be begun.
 * @returns null when the market does not ask, or when that instant has passed: an order that is assigned so late is wanted
 *   nevertheless, and taking it back would not make it sooner
 */
export function answerDeadline(
  { deliveryOption, promisedBy }: { deliveryOption: DeliveryOptionId; promisedBy: Date },
  market: AskingMarket,
  now: Date,
): Date | null {
  if (!market.asksForAnswer) return null
  const latest = latestStart(promisedBy, market)
  if (latest <= now) return null
  const ms = answerMinutesOf(market.answerMinutes)[deliveryOption] * MINUTE_MS
  const answered = DELIVERY_OPTIONS[deliveryOption].sameDay
    ? new Date(now.getTime() + ms)
    : afterWorking(ms, market, now)
  return answered !== null && answered < latest ? answered : latest
}

/** The instant at which a market's florists have worked for so long since `now`; null if they do not within two weeks. */
function afterWorking(ms: number, market: AskingMarket, now: Date): Date | null {
  let left = ms
  const today = isoDate(now, market.timeZone)
  for (let day = 0; day < DAYS_AHEAD; day++) {
    const hours = workingHours(market, addDays(today, day))
    if (hours === null) continue
    const from = Math.max(hours.opens.getTime(), now.getTime())
    const worked = Math.max(0, hours.closes.getTime() - from)
    if (left <= worked) return new Date(from + left)
    left -= worked
  }
  return null
}
