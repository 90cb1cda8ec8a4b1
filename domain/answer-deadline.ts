import type { DeliveryOptionId } from './delivery.ts'

/** Minutes that a florist has to answer, by option. */
export type AnswerMinutes = Record<DeliveryOptionId, number>

/** What a market has that says nothing else. Those of tomorrow are counted within its opening hours. */
export const ANSWER_MINUTES: Readonly<AnswerMinutes> = { hour: 8, 'few-hours': 20, today: 45, tomorrow: 120 }

/** How a market treats its florists and its promises, unless somebody says otherwise: everything off. */
export const MARKET_PROMISE_DEFAULTS = {
  asksForAnswer: false,
  assignsAutomatically: false,
  answerMinutes: null,
  /** To make a bouquet and deliver it. */
  fulfilmentMinutes: 40,
  offersChoiceAfterMinutes: null,
  /** How long the buyer may think about a broken promise before the money goes back. */
  choiceHours: 24,
} as const
