import { type MarketSchedule, workingHours } from './availability.ts'
import { byOption, DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, type DeliveryOptionId } from './delivery.ts'
import { addDays, isoDate } from './zoned-time.ts'

/** Minutes that a florist has to answer, by option. */
export type AnswerMinutes = Record<DeliveryOptionId, number>

/** A market stores them like this: null for the usual ones, and without an option that was added later. */
type StoredAnswerMinutes = { [id in DeliveryOptionId]?: number | undefined } | null

/** The settings of a market for florists and promises, unless somebody changes them: everything off. */
export const MARKET_PROMISE_DEFAULTS = {
  asksForAnswer: false,
  assignsAutomatically: false,
  answerMinutes: null,
  /** The minutes it takes to make a bouquet and deliver it. */
  fulfilmentMinutes: 40,
  offersChoiceAfterMinutes: null,
  /** Hours that the buyer may think about a broken promise before the money goes back. */
  choiceHours: 24,
} as const

/** The most that a market can say: minutes of a day, minutes of a week, hours of a week. */
export const ANSWER_MINUTES_MAX = 24 * 60
export const FULFILMENT_MINUTES_MAX = 24 * 60
export const CHOICE_AFTER_MINUTES_MAX = 7 * 24 * 60
export const CHOICE_HOURS_MAX = 7 * 24

const MINUTE_MS = 60_000
/** Florists who do not open within this many days are not asked to answer. */
const DAYS_AHEAD = 14

/** The fields of a market that decide until when its florists have to answer. */
export type AskingMarket = Pick<MarketSchedule, 'timeZone' | 'openingHours' | 'closedDates'> & {
  asksForAnswer: boolean
  answerMinutes: StoredAnswerMinutes
  fulfilmentMinutes: number
}

/** The minutes that a market gives. Those of tomorrow are counted within its opening hours. */
export function answerMinutesOf(stored: StoredAnswerMinutes): AnswerMinutes {
  return byOption(({ id, answerMinutes }) => stored?.[id] ?? answerMinutes)
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

/** `Within the next hour: 8 min, …, Tomorrow: 120 min` in one line. */
export function describeAnswerMinutes(stored: StoredAnswerMinutes): string {
  const all = answerMinutesOf(stored)
  return DELIVERY_OPTION_IDS.map((id) => `${DELIVERY_OPTIONS[id].label}: ${all[id]} min`).join(', ')
}
