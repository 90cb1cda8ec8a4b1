import { Heading, Text } from '@react-email/components'
import { FollowLink } from '#api/platform/mail/follow-link.tsx'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { Bouquet, type OrderMail } from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'

type OrderRefunded = OrderMail & {
  /** What went back this time. */
  amountCents: number
}

/**
 * To the buyer, for each refund that went through.
 * @param origin of the shop, for pictures and links
 */
export function orderRefunded(
  { order, item, amountCents }: OrderRefunded,
  origin: string,
): Promise<Rendered> {
  const amount = formatMoney(amountCents)
  const part = amountCents < order.totalCents
  return renderMail(
    `Your refund of ${amount} (${order.orderReference})`,
    <MailLayout preview={`${amount} is on its way back to you.`} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        {amount} is on its way back.
      </Heading>
      <Text style={paragraphStyle}>
        {part ? `We have refunded ${amount} of your order` : 'We have refunded your order'} the way you paid.
        Banks take five to ten days to show it. You do not have to do anything.
      </Text>
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <FollowLink order={order} origin={origin} label="See where it stands" />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Refunded', amount],
          ['In all', part ? `${formatMoney(order.refundedCents)} of ${formatMoney(order.totalCents)}` : null],
        ]}
      />
    </MailLayout>,
  )
}
