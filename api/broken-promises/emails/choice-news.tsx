import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import {
  buyerAction,
  type Managed,
  type OrderMail,
  promiseText,
  renderOrderMail,
} from '#api/platform/mail/order-parts.tsx'
import { Paragraph } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { formatMoney } from '#domain/money.ts'
import { choiceReason } from '#domain/order/choice-messages.ts'
import {
  type ChoiceOffer,
  offerSentence,
  offerSummary,
  unansweredSentence,
} from '#domain/order/choice-offer.ts'

// To the buyer of an order whose promise is in danger. `origin`: of the shop, for pictures and links.

type PromiseChoice = OrderMail & {
  /** The choices on the page behind the link. */
  offer: ChoiceOffer
  /** ISO instant. */
  expiresAt: string
}

/**
 * Asks what is to become of the order.
 * @param link to the page on which they choose
 */
export function promiseChoice(
  { offer, expiresAt, ...mail }: PromiseChoice,
  link: string,
  origin: string,
): Promise<Rendered> {
  const { order } = mail
  return renderOrderMail(
    mail,
    {
      subject: `Your flowers may be late: you choose (${order.orderReference})`,
      preview: offerSummary(offer),
      heading: 'We owe you an apology.',
      origin,
      footer: (
        <>
          <FooterLine>The link is only for you.</FooterLine>
          <ReachUs />
        </>
      ),
      action: { label: 'Choose now', href: link },
      facts: [['Promised by', promiseText(order)]],
    },
    <>
      <Paragraph>{choiceReason({ ...order, waitUntil: offer.waitUntil })}</Paragraph>
      <Paragraph>{offerSentence(offer)}</Paragraph>
      <Paragraph>{unansweredSentence(offer, expiresAt, order.timeZone)}</Paragraph>
    </>,
  )
}

type ChoiceAnswered = OrderMail &
  Managed & {
    answer: 'wait' | 'day'
    /** Of the delivery fee, on its way; 0: there is none. */
    feeRefundCents: number
  }

/** When they wait or take another day. */
export function choiceAnswered(
  { answer, feeRefundCents, ...mail }: ChoiceAnswered,
  origin: string,
): Promise<Rendered> {
  const promised = promiseText(mail.order)
  return renderOrderMail(
    mail,
    {
      subject: `Your flowers arrive by ${promised} (${mail.order.orderReference})`,
      preview: answer === 'wait' ? 'Thank you for waiting.' : 'You took another day. We wrote it down.',
      heading: answer === 'wait' ? 'Thank you for waiting.' : 'A new day it is.',
      origin,
      action: buyerAction(mail, origin),
      facts: [['Promised by', promised]],
    },
    <>
      <Paragraph>
        {answer === 'wait' ? 'You chose to wait.' : 'You chose another day.'} Your bouquet arrives by{' '}
        {promised}. We are sorry for the trouble.
      </Paragraph>
      {feeRefundCents > 0 && (
        <Paragraph>
          You paid for a delivery that didn’t come, so we are refunding the delivery fee with its tax,{' '}
          {formatMoney(feeRefundCents)}.
        </Paragraph>
      )}
    </>,
  )
}

/** When they were asked to choose, and a florist makes the order after all. */
export function choiceClosed(mail: OrderMail & Managed, origin: string): Promise<Rendered> {
  const { order } = mail
  return renderOrderMail(
    mail,
    {
      subject: `A florist has your flowers after all (${order.orderReference})`,
      preview: 'There is nothing for you to choose any more.',
      heading: 'Never mind. They’re coming.',
      origin,
      action: buyerAction(mail, origin),
      facts: [['Promised by', promiseText(order)]],
    },
    <Paragraph>
      A florist in {order.deliveryCity} is making your bouquet now. There is nothing for you to choose any
      more: the link in our last email is closed, and nothing was cancelled or refunded.
    </Paragraph>,
  )
}
