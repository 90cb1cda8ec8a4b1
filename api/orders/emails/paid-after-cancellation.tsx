import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import type { RefundableMail } from '#api/platform/mail/order-parts.tsx'
import { headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { formatMoney } from '#domain/money.ts'
import { hasRefund, refundSentence, refundSummary } from '#domain/refunds.ts'

/** To a buyer whose payment arrived for an order that had been cancelled: all of it is owed to them. */
export function paidAfterCancellation(
  { order, item, requestedCents }: RefundableMail,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(order, requestedCents)
  return renderMail(
    `About your order ${order.orderReference}`,
    <MailLayout preview="Your payment arrived after your order had been cancelled." origin={origin}>
      <Heading as="h1" style={headingStyle}>
        This one is on us.
      </Heading>
      <Text style={paragraphStyle}>
        Your payment of {formatMoney(order.totalCents)} for {item.title} arrived after order{' '}
        {order.orderReference} had been cancelled. No flowers will be delivered.{' '}
        {refund && hasRefund(refund)
          ? refundSentence(refund)
          : 'A person here sends it back in full, and you get another email when it is sent.'}
      </Text>
      <Text style={paragraphStyle}>
        You do not have to do anything. We are sorry. We know how that sounds, from us.
      </Text>
    </MailLayout>,
  )
}
