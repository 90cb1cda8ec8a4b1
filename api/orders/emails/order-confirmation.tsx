import { Heading, Text } from '@react-email/components'
import { FollowLink } from '#api/platform/mail/follow-link.tsx'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import {
  Amounts,
  addressText,
  Bouquet,
  type OrderMail,
  promiseText,
} from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'

/**
 * The order confirmation to the buyer, HTML and text.
 * @param origin of the shop, for pictures and links
 */
export function orderConfirmation(mail: OrderMail, origin: string): Promise<Rendered> {
  const { order, item } = mail
  return renderMail(
    `Your apology is on its way (${order.orderReference})`,
    <MailLayout
      preview={`${item.title}, order ${order.orderReference}. We take it from here.`}
      origin={origin}
    >
      <Heading as="h1" style={headingStyle}>
        Thank you. That was the hard part.
      </Heading>
      <Text style={paragraphStyle}>
        Your payment went through and your order is confirmed. We hand it to a florist in their city and get
        the flowers there; you work on what to say at the door.
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <FollowLink order={order} origin={origin} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Arrives by', promiseText(order)],
          ['For', order.recipientName],
          ['Their phone', order.recipientPhone],
          ['To', addressText(order)],
          ['Delivery instructions', order.deliveryInstructions],
          ['Your apology note', order.apologyNote],
        ]}
      />
      <Amounts {...mail} />
    </MailLayout>,
  )
}
