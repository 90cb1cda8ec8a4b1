import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import {
  Bouquet,
  type OrderMail,
  promiseInSubject,
  promiseText,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { ANY_READER, formatDeadline, formatMarketTime } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'

type FloristOrderMail = OrderMail &
  Sent & {
    shop: { name: string }
    shopOrder: { shopCostCents: number; answerBy: string | null }
    /** ISO instant. */
    expiresAt: string
  }

/**
 * To a florist who got an order. Buyer, recipient and card text are shown only on the page behind the link.
 * @param link to the order, for this shop only
 * @param origin of the shop, for pictures and links
 */
export function floristOrderMail(mail: FloristOrderMail, link: string, origin: string): Promise<Rendered> {
  const { order, item, shop, shopOrder, expiresAt, sentAt } = mail
  const promised = promiseText(order)
  const answerBy = shopOrder.answerBy && formatDeadline(new Date(shopOrder.answerBy), order.timeZone, sentAt)
  return renderMail(
    {
      subject: `New order ${order.orderReference}: deliver by ${promiseInSubject(order, sentAt)}`,
      preview: `To ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}: ${item.title}. ${answerBy ? `Please answer by ${answerBy}.` : 'Can you make it?'}`,
      heading: 'Can you make this one?',
      origin,
      footer: (
        <>
          <FooterLine>
            The link is only for {shop.name} and works until{' '}
            {formatMarketTime(new Date(expiresAt), order.timeZone, 'full', ANY_READER)}. Please don’t share
            it.
          </FooterLine>
          <ReachUs />
        </>
      ),
    },
    <>
      <Paragraph>
        Someone has something to make up for, and it needs your hands. Open the order to see the address,
        phone numbers, card message and instructions, and to accept or reject it.
      </Paragraph>
      {answerBy && (
        <Paragraph>
          <b>Please answer by {answerBy}.</b> After that we ask another florist.
        </Paragraph>
      )}
      <ActionLink href={link}>Open the order</ActionLink>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={260} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Deliver by', promised],
          ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
          ['Your share', formatMoney(shopOrder.shopCostCents)],
        ]}
      />
    </>,
  )
}
