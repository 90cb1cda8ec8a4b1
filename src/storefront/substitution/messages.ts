import type { SubstitutionOutcome } from '#domain/order/substitution.ts'
import { exchange, missingFlowers, usedSentence } from '#domain/order/substitution-messages.ts'
import { refundSentence } from '#domain/refunds.ts'
import type { SubstitutionQuestion } from '#src/lib/shop-api.ts'

type Message = { heading: string; text: string }

/** The end of a question that is over. */
export function outcomeMessage(outcome: SubstitutionOutcome, question: SubstitutionQuestion): Message {
  const { refund } = question
  const money = refund ? refundSentence(refund) : ''
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
    over: {
      heading: 'There is nothing left to answer.',
      text: 'Your order has moved on since we asked. “View order status” in your confirmation email shows where it is.',
    },
  }
  return messages[outcome]
}
