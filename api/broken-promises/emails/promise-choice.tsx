import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { choiceReason } from '#domain/order/choice-messages.ts'
import {
  type ChoiceOffer,
  offerSentence,
  offerSummary,
  unansweredSentence,
} from '#domain/order/choice-offer.ts'

type PromiseChoice = OrderMail & {
  /** What the page behind the link offers. */
  offer: ChoiceOffer
  /** ISO instant. */
  expiresAt: string
}

/**
 * To the buyer of an order whose promise is in danger.
 * @param link to the page on which they choose
 * @param origin of the shop, for pictures
 */
export function promiseChoice(mail: PromiseChoice, link: string, origin: string): Promise<Rendered> {
  const { order, item, offer, expiresAt } = mail
  return renderMail(
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
    },
    <>
      <Paragraph>{choiceReason({ ...order, waitUntil: offer.waitUntil })}</Paragraph>
      <Paragraph>{offerSentence(offer)}</Paragraph>
      <Paragraph>{unansweredSentence(offer, expiresAt, order.timeZone)}</Paragraph>
      <ActionLink href={link}>Choose now</ActionLink>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Promised by', promiseText(order)],
        ]}
      />
    </>,
  )
}
