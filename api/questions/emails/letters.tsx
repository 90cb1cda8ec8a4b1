import { type Drawing, FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import {
  buyerAction,
  type Managed,
  type OrderMail,
  promiseText,
  renderOrderMail,
} from '#api/platform/mail/order-parts.tsx'
import { type Fact, Paragraph } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { formatMoney } from '#domain/money.ts'
import { MESSAGES, type MessageTo, messagesTo } from '#domain/order/causes.ts'
import { isAwaited, isCancelledOrRefunded } from '#domain/order/fulfilment.ts'
import {
  type ChoiceOffer,
  choiceReason,
  noSentence,
  offerSentence,
  offerSummary,
  silenceSentence,
  unansweredSentence,
} from '#domain/order/question-words.ts'
import { goesIn, QUESTIONS, type QuestionKind } from '#domain/order/questions.ts'
import type { Choice, Substitution } from '#domain/order/state.ts'
import { missingFlowers, questionSentence, usedSentence } from '#domain/order/substitution-messages.ts'

// The letters to a buyer who is asked something. A letter is its texts; all have one form.

/** To the buyer, about a question. */
export const QUESTION_MESSAGES = messagesTo('buyer').filter(
  (kind): kind is QuestionMessage => MESSAGES[kind].about in QUESTIONS,
)
export type QuestionMessage = {
  [Kind in MessageTo<'buyer'>]: (typeof MESSAGES)[Kind]['about'] extends QuestionKind ? Kind : never
}[MessageTo<'buyer'>]

/** What a letter is written from. */
export type Facts = {
  choice: Common & {
    question: Pick<Choice, 'outcome' | 'expiresAt'>
    offer: ChoiceOffer
    /** The part of the delivery fee that is on its way back, in cents. */
    feeRefundCents: number
  }
  substitution: Common & {
    question: Pick<Substitution, 'missing' | 'instead' | 'preference' | 'outcome' | 'expiresAt'>
    /** The amount that a no gives back, in cents. */
    refundCents: number
    isDisputed: boolean
    /** True while the florist who is out of the flower has the order. */
    isOwn: boolean
  }
}
type Common = {
  order: OrderMail['order']
  /** To the page; null once there is nothing to answer. */
  link: string | null
  /** True if the buyer got the email with the link. */
  wasAsked: boolean
}

type Letter = {
  /** The order's reference follows it. */
  subject: string
  preview: string
  heading: string
  text: readonly string[]
  /** The drawing above bad news. */
  quiet?: Drawing
  /** The button of a letter that asks; the others lead to the order. */
  asks?: { label: string; href: string }
  facts?: readonly Fact[]
}

/** Each letter, while it is true. */
const LETTERS: {
  [Message in QuestionMessage]: (facts: Facts[(typeof MESSAGES)[Message]['about']]) => Letter | false
} = {
  'promise-choice': ({ order, question, link, offer }) =>
    link !== null && {
      subject: 'Your flowers may be late: you choose',
      preview: offerSummary(offer),
      quiet: 'apologies',
      heading: 'We owe you an apology.',
      text: [
        choiceReason({ ...order, waitUntil: offer.waitUntil }),
        offerSentence(offer),
        unansweredSentence(offer, question.expiresAt ?? '', order.timeZone),
      ],
      asks: { label: 'Choose now', href: link },
    },
  'choice-answered': ({ order, question: { outcome }, feeRefundCents }) => {
    if (!isAwaited(order) || (outcome !== 'wait' && outcome !== 'day')) return false
    const [promised, waits] = [promiseText(order), outcome === 'wait']
    const fee = `You paid for a delivery that didn’t come, so we are refunding the delivery fee with its tax, ${formatMoney(feeRefundCents)}.`
    return {
      subject: `Your flowers arrive by ${promised}`,
      preview: waits ? 'Thank you for waiting.' : 'You took another day. We wrote it down.',
      heading: waits ? 'Thank you for waiting.' : 'A new day it is.',
      text: [
        `${waits ? 'You chose to wait.' : 'You chose another day.'} Your bouquet arrives by ${promised}. We are sorry for the trouble.`,
        ...(feeRefundCents > 0 ? [fee] : []),
      ],
    }
  },
  /** A florist makes the order after all. */
  'choice-closed': ({ order, wasAsked }) =>
    wasAsked && {
      subject: 'A florist has your flowers after all',
      preview: 'There is nothing for you to choose any more.',
      heading: 'Never mind. They’re coming.',
      text: [
        `A florist in ${order.deliveryCity} is making your bouquet now. There is nothing for you to choose any more: the link in our last email is closed, and nothing was cancelled or refunded.`,
      ],
    },
  'substitution-question': ({ order, question, link, ...money }) =>
    link !== null && {
      subject: 'A flower is missing: may we use another?',
      preview: questionSentence(question),
      quiet: 'flowers',
      heading: 'May we use another flower?',
      text: [
        `${questionSentence(question)} You asked us to check with you first.`,
        silenceSentence(question, question.expiresAt ?? '', order.timeZone),
        `Rather not? Say no. ${noSentence(money)}`,
      ],
      asks: { label: 'Answer yes or no', href: link },
      facts: [
        ['Missing', question.missing],
        ['Instead', question.instead],
      ],
    },
  'order-substituted': ({ order, question, isOwn }) => {
    if (!goesIn(question) || !isOwn || isCancelledOrRefunded(order)) return false
    const { outcome, preference } = question
    const because = outcome === 'silent' ? 'silent' : preference === 'ask' ? 'no_time' : 'preset'
    return {
      subject: 'A small change to your bouquet',
      preview: usedSentence(question),
      heading: 'A small change to your bouquet.',
      text: [usedSentence(question), BECAUSE[because]],
    }
  },
  'substitution-closed': ({ question, wasAsked }) => {
    const [missing, isFound] = [missingFlowers(question), question.outcome === 'found']
    const found = `Your florist found ${missing} after all, and makes your bouquet as planned.`
    const over = `Your order has moved on since we asked you about ${missing}.`
    return (
      wasAsked && {
        subject: isFound ? 'The flowers turned up after all' : 'There is nothing to answer any more',
        preview: 'The link in our last email is closed.',
        heading: isFound ? 'Never mind. They turned up.' : 'Never mind our question.',
        text: [
          `${isFound ? found : over} There is nothing for you to answer any more: the link in our last email is closed.`,
        ],
      }
    )
  },
}

/** Why the florist chose. */
const BECAUSE = {
  preset: 'You left that to the florist. It is of equal value, and still yours to take credit for.',
  no_time:
    'You wanted to be asked first. There was no time left for that without being late, so the florist chose. It is of equal value.',
  silent: 'We didn’t hear from you in time, so your florist went ahead. It is of equal value.',
}

/**
 * Writes a letter out.
 * @param origin of the shop, for pictures and links
 * @returns null when it is not so any more
 */
export async function questionLetter<Message extends QuestionMessage>(
  message: Message,
  facts: Facts[(typeof MESSAGES)[Message]['about']],
  mail: OrderMail & Managed,
  origin: string,
): Promise<Rendered | null> {
  const letter = LETTERS[message](facts)
  if (!letter) return null
  const { subject, text, asks, facts: told = [], ...frame } = letter
  const footer = (
    <>
      <FooterLine>The link is only for you.</FooterLine>
      <ReachUs />
    </>
  )
  return renderOrderMail(
    mail,
    {
      ...frame,
      subject: `${subject} (${mail.order.orderReference})`,
      origin,
      ...(asks && { footer }),
      action: asks ?? buyerAction(mail, origin),
      facts: [...told, ['Promised by', promiseText(mail.order)]],
    },
    text.map((sentences) => <Paragraph key={sentences}>{sentences}</Paragraph>),
  )
}
