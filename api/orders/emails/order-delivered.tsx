import { Heading, Text } from '@react-email/components'
import { FollowLink } from '#api/platform/mail/follow-link.tsx'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail } from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'

/**
 * To the buyer, once the flowers were delivered.
 * @param origin of the shop, for pictures and links
 */
export function orderDelivered({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `Your flowers are there (${order.orderReference})`,
    <MailLayout preview="They have done their part." origin={origin}>
      <Heading as="h1" style={headingStyle}>
        They are there.
      </Heading>
      <Text style={paragraphStyle}>
        Your flowers were delivered in {order.deliveryCity}. They have done their part. The rest is yours:
        short sentences, no “but”.
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <FollowLink order={order} origin={origin} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
        ]}
      />
    </MailLayout>,
  )
}
