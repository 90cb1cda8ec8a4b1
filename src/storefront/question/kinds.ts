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

export type Message = { heading: string; text: string }

type Option = {
  answer: string
  label: string
  /** What the answer leads to. */
  detail?: string
  /** Days to choose from, shown with their option. */
  days?: string[]
}

/** A question that is open. */
export type Open = Message & {
  /** What happens without an answer, and until when there is time for one. */
  limit: string
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
      const fee = ` We refund the delivery fee with its tax, ${formatMoney(feeCents)}.`
      const until = waitUntil && `Until ${formatOrderTime(waitUntil, timeZone)}. That is a promise.`
      const byEight = `By 8 PM on a day that you choose.${feeCents > 0 ? fee : ''}`
      return {
        heading: 'We owe you an apology.',
        text: choiceReason({ ...choice, waitUntil }),
        limit: unansweredSentence(offer, expiresAt ?? '', timeZone),
        options: [
          ...(until ? [{ answer: 'wait', label: 'Wait', detail: until }] : []),
          ...(days.length > 0 ? [{ answer: 'day', label: 'Another day', detail: byEight, days }] : []),
          { answer: 'cancel', label: 'Cancel', detail: cancelSentence(offer) },
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
      limit: silenceSentence(question, question.expiresAt ?? '', question.timeZone),
      flowers: question,
      options: [
        { answer: 'yes', label: 'Yes, go ahead' },
        { answer: 'no', label: 'No, cancel my order', detail: `Rather not? ${noSentence(question)}` },
      ],
    }),
    ended: (question) => question.outcome && substitutionOutcome(question.outcome, question),
  } satisfies Kind<SubstitutionQuestion, SubstitutionAnswerRequest>,
} as const satisfies Record<QuestionKind, object>

type About = Pick<PromiseChoice, 'promisedBy' | 'timeZone' | 'refund' | 'feeRefundCents'>

/** The outcome of a choice that is closed. */
export function choiceOutcome(outcome: ChoiceOutcome, choice: About): Message {
  const money = choice.refund ? refundSentence(choice.refund) : ''
  const promised = formatOrderTime(choice.promisedBy, choice.timeZone)
  const fee = formatMoney(choice.feeRefundCents)
  const messages: Record<ChoiceOutcome, Message> = {
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
  return messages[outcome]
}

function substitutionOutcome(outcome: SubstitutionOutcome, question: SubstitutionQuestion): Message {
  const money = question.refund ? refundSentence(question.refund) : ''
  const messages: Record<SubstitutionOutcome, Message> = {
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
  return messages[outcome]
}
