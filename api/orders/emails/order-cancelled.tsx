import { Heading, Text } from '@react-email/components'
import { FollowLink } from '#api/platform/mail/follow-link.tsx'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import { Bouquet, type RefundableMail } from '#api/platform/mail/order-parts.tsx'
import { Facts, headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { publicImage } from '#domain/catalogue.ts'
import { refundSentence, refundSummary } from '#domain/refunds.ts'

/**
 * To the buyer of a paid order that we cancelled.
 * @param origin of the shop, for pictures and links
 */
export function orderCancelled(
  { order, item, requestedCents }: RefundableMail,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(order, requestedCents)
  const money = refund && refundSentence(refund)
  return renderMail(
    `Your order was cancelled (${order.orderReference})`,
    <MailLayout preview={['No flowers this time.', money].filter(Boolean).join(' ')} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        No flowers this time.
      </Heading>
      <Text style={paragraphStyle}>
        We have cancelled your order. Nothing will be delivered. The apology is still a good idea.
      </Text>
      {money && <Text style={paragraphStyle}>{money}</Text>}
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <FollowLink order={order} origin={origin} label="See where it stands" />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
        ]}
      />
    </MailLayout>,
  )
}
