import { FooterLine, ReachUs } from '#api/platform/mail/layout.tsx'
import {
  type OrderMail,
  promiseInSubject,
  promiseText,
  renderOrderMail,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { Paragraph } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { formatOrderTime, formatOrderTimeFrom } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import type { ShopOrder } from '#domain/order/state.ts'

type FloristOrderMail = OrderMail &
  Sent & {
    shopOrder: Pick<ShopOrder, 'shop' | 'shopCostCents' | 'answerBy'>
    /** ISO instant. */
    expiresAt: string
  }

/**
 * To a florist who got an order. Buyer, recipient and card text are shown only on the page behind the link.
 * @param link to the order, for this shop only
 * @param origin of the shop, for pictures and links
 */
export function floristOrderMail(mail: FloristOrderMail, link: string, origin: string): Promise<Rendered> {
  const { order, item, shopOrder, expiresAt, sentAt } = mail
  const answerBy = shopOrder.answerBy && formatOrderTimeFrom(shopOrder.answerBy, order.timeZone, sentAt)
  const worksUntil = formatOrderTime(expiresAt, order.timeZone)
  return renderOrderMail(
    mail,
    {
      subject: `New order ${order.orderReference}: promised by ${promiseInSubject(order, sentAt)}`,
      preview: `To ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}: ${item.title}. ${answerBy ? `Please answer by ${answerBy}.` : 'Can you make it?'}`,
      heading: 'Can you make this one?',
      origin,
      footer: (
        <>
          <FooterLine>
            The link is only for {shopOrder.shop} and works until {worksUntil}. Please don’t share it.
          </FooterLine>
          <ReachUs />
        </>
      ),
      action: { label: 'Open the order', href: link },
      facts: [
        ['Promised by', promiseText(order)],
        ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
        ['Your share', formatMoney(shopOrder.shopCostCents)],
      ],
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
    </>,
  )
}
