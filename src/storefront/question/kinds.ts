import type * as z from 'zod/mini'
import {
  type ChoiceAnswerRequest,
  choiceAnswerRequest,
  type SubstitutionAnswerRequest,
  substitutionAnswerRequest,
} from '#api/questions/schema.ts'
import { formatOrderTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import {
  cancelSentence,
  choiceReason,
  noSentence,
  silenceSentence,
  unansweredSentence,
} from '#domain/order/question-words.ts'
import type { ChoiceOutcome, QuestionKind, SubstitutionOutcome } from '#domain/order/questions.ts'
import { exchange, missingFlowers, usedSentence } from '#domain/order/substitution-messages.ts'
import { refundSentence } from '#domain/refunds.ts'
import type { PromiseChoice, ShopApi, SubstitutionQuestion } from '#src/lib/shop-api.ts'

// The kinds of question as a buyer reads them.

type Words = { heading: string; text: string }

export type Message = Words & {
  /** The bouquet is not on its way as it was promised: its picture is grey. */
  isGrey: boolean
}

/** The outcome of an answer: when the flowers come, and what becomes of the money. */
export type Gets = { time: string; money: string }

type Option = {
  answer: string
  label: string
  gets: Gets
  /** Days to choose from, shown with their option. */
  days?: string[]
}

export type Deadline = {
  /** ISO instant. */
  at: string
  /** What there is time for. */
  label: string
  /** The instant by the market's clock. */
  text: string
}

/** A question that is open. */
export type Open = Message & {
  /** What happens without an answer, and until when there is time for one. */
  limit: string
  /** Absent: silence changes nothing. */
  deadline: Deadline | null
  flowers?: Pick<SubstitutionQuestion, 'missing' | 'instead' | 'photos'>
  options: readonly Option[]
  /** The button that sends the option that was chosen; absent: each option is a button. */
  submit?: string
  /** What is sent along. */
  fields?: Record<string, string>
}

/** What a page says about each kind of question; `Question` is what the API answers with, `Request` what it takes. */
export type Kind<Question, Request> = {
  /** The title of the page. */
  title: string
  /** What the order's own page has, too. */
  noun: string
  once: string
  request: z.ZodMiniType<Request>
  /** The fields of the form that are sent with the answer. */
  sends: readonly string[]
  look: (api: ShopApi, token: string) => Promise<Question>
  answer: (api: ShopApi, request: Request) => Promise<Question>
  open: (question: Question) => Open | null
  ended: (question: Question) => Message | null
}

const SAME_PRICE = 'Same price.'
const NO_FLOWERS = 'No flowers.'
const MOVED_ON =
  'Your order has moved on since we asked. “View order status” in your confirmation email shows where it is.'

export const KINDS = {
  choice: {
    title: 'Your choice',
    noun: 'choice',
    once: 'You can choose once.',
    request: choiceAnswerRequest,
    sends: ['waitUntil', 'date'],
    look: (api, token) => api.choice(token),
    answer: (api, request) => api.answerChoice(request),
    open({ offer, ...choice }) {
      if (!offer) return null
      const { timeZone, expiresAt } = choice
      const { waitUntil, days, feeCents } = offer
      const fee = `We refund the delivery fee with its tax, ${formatMoney(feeCents)}.`
      const wait = waitUntil && {
        time: `Flowers by ${formatOrderTime(waitUntil, timeZone)}. That is a promise.`,
        money: SAME_PRICE,
      }
      const day = {
        time: 'Flowers by 8 PM on a day that you choose.',
        money: feeCents > 0 ? fee : SAME_PRICE,
      }
      return {
        heading: 'We owe you an apology.',
        text: choiceReason({ ...choice, waitUntil }),
        isGrey: true,
        limit: unansweredSentence(offer, expiresAt ?? '', timeZone),
        deadline: offer.unanswered === 'kept' ? null : deadlineOf('Time to choose', choice),
        options: [
          ...(wait ? [{ answer: 'wait', label: 'Wait', gets: wait }] : []),
          ...(days.length > 0 ? [{ answer: 'day', label: 'Another day', gets: day, days }] : []),
          { answer: 'cancel', label: 'Cancel', gets: { time: NO_FLOWERS, money: cancelSentence(offer) } },
        ],
        submit: 'Confirm my choice',
        fields: { waitUntil: waitUntil ?? '' },
      }
    },
    ended: (choice) => choice.outcome && choiceOutcome(choice.outcome, choice),
  } satisfies Kind<PromiseChoice, ChoiceAnswerRequest>,
  substitution: {
    title: 'Your flowers',
    noun: 'question',
    once: 'You can answer once.',
    request: substitutionAnswerRequest,
    sends: [],
    look: (api, token) => api.substitution(token),
    answer: (api, request) => api.answerSubstitution(request),
    open: (question) => ({
      heading: 'May we use another flower?',
      text: 'Your florist is out of one thing, has a good replacement of equal value, and you asked us to check with you first.',
      isGrey: false,
      limit: silenceSentence(question, question.expiresAt ?? '', question.timeZone),
      deadline: deadlineOf('Time to answer', question),
      flowers: question,
      options: [
        {
          answer: 'yes',
          label: 'Yes, go ahead',
          gets: {
            time: `Flowers by ${formatOrderTime(question.promisedBy, question.timeZone)}, as promised.`,
            money: 'Same price, equal value.',
          },
        },
        {
          answer: 'no',
          label: 'No, cancel my order',
          gets: { time: NO_FLOWERS, money: noSentence(question) },
        },
      ],
    }),
    ended: (question) => question.outcome && substitutionOutcome(question.outcome, question),
  } satisfies Kind<SubstitutionQuestion, SubstitutionAnswerRequest>,
} as const satisfies Record<QuestionKind, object>

function deadlineOf(
  label: string,
  { expiresAt, timeZone }: Pick<PromiseChoice, 'expiresAt' | 'timeZone'>,
): Deadline | null {
  return expiresAt ? { at: expiresAt, label, text: formatOrderTime(expiresAt, timeZone) } : null
}

type About = Pick<PromiseChoice, 'promisedBy' | 'timeZone' | 'refund' | 'feeRefundCents'>

/** The outcomes that end the order. */
const NO_ORDER: ReadonlySet<ChoiceOutcome | SubstitutionOutcome> = new Set([
  'cancel',
  'expired',
  'declined',
  'refunded',
])

/** The outcome of a choice that is closed. */
export function choiceOutcome(outcome: ChoiceOutcome, choice: About): Message {
  const money = choice.refund ? refundSentence(choice.refund) : ''
  const promised = formatOrderTime(choice.promisedBy, choice.timeZone)
  const fee = formatMoney(choice.feeRefundCents)
  const messages: Record<ChoiceOutcome, Words> = {
    wait: {
      heading: 'Thank you for waiting.',
      text: `You chose to wait. We promise your flowers by ${promised} now, and we sent you an email that says so.`,
    },
    day: {
      heading: 'A new day it is.',
      text: `We promise your flowers by ${promised} now.${choice.feeRefundCents > 0 ? ` We refund the delivery fee with its tax, ${fee}.` : ''} We sent you an email with all of it.`,
    },
    cancel: { heading: 'Cancelled, as you asked.', text: `Nothing will be delivered. ${money}` },
    expired: {
      heading: 'This order was cancelled.',
      text: `We didn’t hear from you in time, so we cancelled it. ${money}`,
    },
    over: { heading: 'There is nothing left to choose.', text: MOVED_ON },
  }
  return { ...messages[outcome], isGrey: NO_ORDER.has(outcome) }
}

function substitutionOutcome(outcome: SubstitutionOutcome, question: SubstitutionQuestion): Message {
  const money = question.refund ? refundSentence(question.refund) : ''
  const messages: Record<SubstitutionOutcome, Words> = {
    agreed: {
      heading: 'Thank you. They’re on it.',
      text: `You said yes to ${exchange(question)}. Your florist knows, and goes on.`,
    },
    declined: {
      heading: 'Cancelled, as you asked.',
      text: `You said no to ${exchange(question)}. Nothing will be delivered. ${money}`,
    },
    silent: {
      heading: 'Your florist went ahead.',
      text: `We didn’t hear from you in time. ${usedSentence(question)} It is of equal value.`,
    },
    florist: { heading: 'Your florist chose.', text: usedSentence(question) },
    refunded: { heading: 'This order was cancelled.', text: `Nothing will be delivered. ${money}` },
    found: {
      heading: 'Never mind. They turned up.',
      text: `Your florist found ${missingFlowers(question)} after all, and makes your bouquet as planned. There is nothing left to answer.`,
    },
    over: { heading: 'There is nothing left to answer.', text: MOVED_ON },
  }
  return { ...messages[outcome], isGrey: NO_ORDER.has(outcome) }
}
