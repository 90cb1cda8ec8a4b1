import { Link, Text } from '@react-email/components'
import { OwnerFooter } from '#api/platform/mail/layout.tsx'
import {
  Amounts,
  addressText,
  Bouquet,
  type OrderMail,
  promiseInSubject,
  promiseText,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import {
  ActionLink,
  Facts,
  factStyle,
  labelStyle,
  linkStyle,
  Paragraph,
  PhoneLink,
  Reference,
} from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'

type OrderNotice = OrderMail &
  Sent & {
    /** The payment came after the order was cancelled. */
    needsRefund: boolean
  }

/**
 * To the owner, for every order that is paid: all that is needed to hand it to a florist.
 * @param origin of the shop, for pictures and links
 */
export function orderNotice(notice: OrderNotice, origin: string): Promise<Rendered> {
  const { order, item, needsRefund, sentAt } = notice
  const total = formatMoney(order.totalCents)
  const reference = <Reference>{order.orderReference}</Reference>
  const subject = needsRefund
    ? `Refund needed: ${order.orderReference}, paid after it was cancelled`
    : `New order ${order.orderReference}: deliver by ${promiseInSubject(order, sentAt)}`
  return renderMail(
    {
      subject,
      preview: needsRefund
        ? `${total} for flowers that will not be delivered. The refund isn’t automatic.`
        : `To ${order.deliveryCity}, ${order.deliveryState}: ${item.title}, ${total}. It needs a florist.`,
      heading: needsRefund ? 'Paid, but cancelled.' : 'Someone messed up.',
      origin,
      footer: <OwnerFooter />,
    },
    <>
      <Paragraph>
        {needsRefund ? (
          <>
            {total} came in for order {reference} after it was cancelled. Please refund it: the refund isn’t
            automatic, and the buyer was told to expect one. Nothing is to be delivered.
          </>
        ) : (
          <>Order {reference} is paid and needs a florist.</>
        )}
      </Paragraph>
      <ActionLink href={`${origin}/admin/orders/${order.id}`}>Open the order</ActionLink>
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', `${item.title} (${item.sku})`],
          ['Delivery', DELIVERY_OPTIONS[order.deliveryOption].label],
          ['Promised by', needsRefund ? null : promiseText(order)],
          ['Recipient', order.recipientName],
          ['Recipient’s phone', order.recipientPhone],
          ['Deliver to', addressText(order)],
          ['Delivery instructions', order.deliveryInstructions],
          ['Card message', order.apologyNote],
        ]}
      />
      <Text style={factStyle}>
        <span style={labelStyle}>Buyer</span>
        <br />
        {order.customerName}
        <br />
        <Link href={`mailto:${order.customerEmail}`} style={linkStyle}>
          {order.customerEmail}
        </Link>
        <br />
        <PhoneLink phone={order.customerPhone} />
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={200} />
      <Amounts order={order} item={item} />
    </>,
  )
}
