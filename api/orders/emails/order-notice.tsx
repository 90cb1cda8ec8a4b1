import { Heading, Link, Text } from '@react-email/components'
import { FooterLine, MailLayout } from '#api/platform/mail/layout.tsx'
import {
  Amounts,
  addressText,
  Bouquet,
  type OrderMail,
  promiseText,
} from '#api/platform/mail/order-parts.tsx'
import {
  ActionLink,
  Facts,
  factStyle,
  headingStyle,
  labelStyle,
  linkStyle,
  paragraphStyle,
} from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'

type OrderNotice = OrderMail & {
  /** The payment came after the order was cancelled. */
  needsRefund: boolean
}

/**
 * To the owner, for every order that is paid: all that is needed to hand it to a florist.
 * @param origin of the shop, for pictures and links
 */
export function orderNotice(notice: OrderNotice, origin: string): Promise<Rendered> {
  const { order, item, needsRefund } = notice
  const promised = promiseText(order)
  const subject = needsRefund
    ? `Refund needed: ${order.orderReference}, paid after it was cancelled`
    : `New order ${order.orderReference}: ${item.title} by ${promised}`
  return renderMail(
    subject,
    <MailLayout
      preview={`${formatMoney(order.totalCents)}, to ${order.deliveryCity}, ${order.deliveryState}`}
      origin={origin}
      footer={<FooterLine>This notice goes to the people who run the shop.</FooterLine>}
    >
      <Heading as="h1" style={headingStyle}>
        {needsRefund ? 'Paid, but cancelled.' : 'Somebody messed up.'}
      </Heading>
      <Text style={paragraphStyle}>
        {needsRefund
          ? `A refund is needed: ${formatMoney(order.totalCents)} came in for order ${order.orderReference} after it had been cancelled. Nothing is to be delivered. The buyer was told that it will be refunded.`
          : `Order ${order.orderReference} is paid and waits for a florist.`}
      </Text>
      <ActionLink href={`${origin}/admin/orders/${order.id}`}>Open the order</ActionLink>
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', `${item.title} (${item.sku})`],
          ['Delivery', DELIVERY_OPTIONS[order.deliveryOption].label],
          [needsRefund ? 'Had been promised by' : 'Promised by', promised],
          ['Recipient', order.recipientName],
          ['Recipient’s phone', order.recipientPhone],
          ['To', addressText(order)],
          ['Delivery instructions', order.deliveryInstructions],
          ['Note for the card', order.apologyNote],
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
        <Link href={`tel:${order.customerPhone.replace(/[^\d+]/g, '')}`} style={linkStyle}>
          {order.customerPhone}
        </Link>
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={200} />
      <Amounts order={order} item={item} />
    </MailLayout>,
  )
}
