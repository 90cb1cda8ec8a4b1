import { Heading, Text } from '@react-email/components'
import { publicImage } from '#api/services/checkout/session-params.ts'
import { FollowLink } from './follow-link.tsx'
import { MailLayout } from './layout.tsx'
import { Bouquet, type OrderMail } from './order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from './parts.tsx'
import { type Rendered, renderMail } from './render.ts'

/**
 * To the buyer of a paid order that we cancelled.
 * @param origin of the shop, for pictures and links
 */
export function orderCancelled({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `Your order was cancelled (${order.orderReference})`,
    <MailLayout preview="No flowers this time. Your money goes back." origin={origin}>
      <Heading as="h1" style={headingStyle}>
        No flowers this time.
      </Heading>
      <Text style={paragraphStyle}>
        We have cancelled your order. Nothing will be delivered, and your money goes back; we write again when
        it is on its way. The apology is still a good idea.
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <FollowLink order={order} origin={origin} words="See where it stands" />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
        ]}
      />
    </MailLayout>,
  )
}
