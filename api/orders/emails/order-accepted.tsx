import { Heading, Text } from '@react-email/components'
import { FollowLink } from '#api/platform/mail/follow-link.tsx'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'

/**
 * To the buyer, once a florist has taken the order.
 * @param origin of the shop, for pictures and links
 */
export function orderAccepted({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `A florist has your order (${order.orderReference})`,
    <MailLayout preview={`${item.title} is being made in ${order.deliveryCity}.`} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        Somebody is on it.
      </Heading>
      <Text style={paragraphStyle}>
        A florist in {order.deliveryCity} has taken your order and is putting it together. You have until then
        to find the words.
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <FollowLink order={order} origin={origin} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Arrives by', promiseText(order)],
        ]}
      />
    </MailLayout>,
  )
}
