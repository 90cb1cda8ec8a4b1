import {
  Amounts,
  addressText,
  Bouquet,
  type Managed,
  OrderLink,
  type OrderMail,
  promiseInSubject,
  promiseText,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph, TextLink } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'

/**
 * To the buyer, once the order is paid.
 * @param origin of the shop, for pictures and links
 */
export function orderConfirmation(mail: OrderMail & Sent & Managed, origin: string): Promise<Rendered> {
  const { order, item, sentAt, manageUrl } = mail
  return renderMail(
    {
      subject: `Order confirmed: flowers by ${promiseInSubject(order, sentAt)} (${order.orderReference})`,
      preview: `To ${order.deliveryCity}, ${order.deliveryState}: ${item.title}. We take it from here.`,
      heading: 'Thank you. That was the hard part.',
      origin,
    },
    <>
      <Paragraph>
        Your payment went through and your order is confirmed. A florist in {order.deliveryCity} makes the
        bouquet and gets it there. You work on what to say at the door.
      </Paragraph>
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Arrives by', promiseText(order)],
          ['Recipient', order.recipientName],
          ['Recipient’s phone', order.recipientPhone],
          ['Deliver to', addressText(order)],
          ['Delivery instructions', order.deliveryInstructions],
          ['Your apology note', order.apologyNote],
        ]}
      />
      <Paragraph>
        Something to change? Until a florist accepts, you can change the card, the recipient, the instructions
        or the address, or cancel for a full refund. The button above is the one to share. This link is yours
        alone, because whoever has it can do the same:
      </Paragraph>
      <Paragraph>
        <TextLink href={manageUrl}>Manage your order</TextLink>
      </Paragraph>
      <Amounts {...mail} />
    </>,
  )
}
