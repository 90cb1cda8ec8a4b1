import { formatMoney } from '#domain/money.ts'
import type { ChoiceOutcome } from '#domain/order/broken-promise.ts'
import { choiceTime } from '#domain/order/choice-messages.ts'
import { refundSentence } from '#domain/refunds.ts'
import type { PromiseChoice } from '#src/lib/shop-api.ts'

type Message = { heading: string; text: string }

/** The outcome of a choice that is closed. */
export function outcomeMessage(
  outcome: ChoiceOutcome,
  { promisedBy, timeZone, refund, feeRefundCents }: PromiseChoice,
): Message {
  const money = refund ? refundSentence(refund) : ''
  const promised = choiceTime(promisedBy, timeZone)
  const messages: Record<ChoiceOutcome, Message> = {
    wait: {
      heading: 'Thank you for waiting.',
      text: `You chose to wait. We promise your flowers by ${promised} now, and we sent you an email that says so.`,
    },
    day: {
      heading: 'A new day it is.',
      text: `We promise your flowers by ${promised} now.${feeRefundCents > 0 ? ` We refund the delivery fee with its tax, ${formatMoney(feeRefundCents)}.` : ''} We sent you an email with all of it.`,
    },
    cancel: {
      heading: 'Cancelled, as you asked.',
      text: `Nothing will be delivered. ${money}`,
    },
    expired: {
      heading: 'This order was cancelled.',
      text: `We didn’t hear from you in time, so we cancelled it. ${money}`,
    },
    over: {
      heading: 'There is nothing left to choose.',
      text: 'Your order has moved on since we asked. “View order status” in your confirmation email shows where it is.',
    },
  }
  return messages[outcome]
}
