import { byOption, DELIVERY_OPTION_IDS, DELIVERY_OPTIONS, type DeliveryOptionId } from './delivery.ts'

/** Minutes that a florist has to answer, by option. */
export type AnswerMinutes = Record<DeliveryOptionId, number>

/** A market stores them like this: null for the usual ones, and without an option that was added later. */
export type StoredAnswerMinutes = { [id in DeliveryOptionId]?: number | undefined } | null

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
  /** Seconds without a look after which a florist gets a text, and those after which the owner is told to call; null: never. */
  textAfterSeconds: null,
  callAfterSeconds: null,
} as const

/** The most that a market can say: minutes of a day, minutes of a week, hours of a week. */
export const ANSWER_MINUTES_MAX = 24 * 60
export const FULFILMENT_MINUTES_MAX = 24 * 60
export const CHOICE_AFTER_MINUTES_MAX = 7 * 24 * 60
export const CHOICE_HOURS_MAX = 7 * 24
export const RING_AFTER_SECONDS_MAX = 24 * 60 * 60

/** The minutes that a market gives. Those of tomorrow are counted within its opening hours. */
export function answerMinutesOf(stored: StoredAnswerMinutes): AnswerMinutes {
  return byOption(({ id, answerMinutes }) => stored?.[id] ?? answerMinutes)
}

/** `Within the next hour: 8 min, …, Tomorrow: 120 min` in one line. */
export function describeAnswerMinutes(stored: StoredAnswerMinutes): string {
  const all = answerMinutesOf(stored)
  return DELIVERY_OPTION_IDS.map((id) => `${DELIVERY_OPTIONS[id].label}: ${all[id]} min`).join(', ')
}
