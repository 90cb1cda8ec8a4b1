import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { choiceReason, choiceTime } from '#domain/choice-messages.ts'

type PromiseChoice = OrderMail & {
  /** ISO instants; null: there is no new time. */
  waitUntil: string | null
  expiresAt: string
}

/**
 * To the buyer of an order whose promise is in danger.
 * @param link to the page on which they choose
 * @param origin of the shop, for pictures
 */
export function promiseChoice(mail: PromiseChoice, link: string, origin: string): Promise<Rendered> {
  const { order, item, waitUntil, expiresAt } = mail
  const limit = choiceTime(expiresAt, order.timeZone)
  return renderMail(
    {
      subject: `Your flowers may be late: you choose (${order.orderReference})`,
      preview: waitUntil
        ? 'Wait, take another day, or cancel with a full refund.'
        : 'Take another day, or cancel with a full refund.',
      heading: 'We owe you an apology.',
      origin,
      footer: (
        <>
          <FooterLine>
            The link is only for you. If we don’t hear from you by {limit}, and nothing changes for the
            better, we cancel the order and refund all of it.
          </FooterLine>
          <ReachUs />
        </>
      ),
    },
    <>
      <Paragraph>{choiceReason({ ...order, waitUntil })}</Paragraph>
      <Paragraph>
        {waitUntil
          ? 'You can wait, take another day, or cancel and get all of your money back.'
          : 'You can take another day, or cancel and get all of your money back.'}{' '}
        Please choose by {limit}.
      </Paragraph>
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
