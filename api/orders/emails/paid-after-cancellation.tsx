import type { RefundableMail } from '#api/platform/mail/order-parts.tsx'
import { Paragraph, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatMoney } from '#domain/money.ts'
import { hasRefund, refundSentence, refundSummary } from '#domain/refunds.ts'

const UNREFUNDED = 'We will refund all of it and email you when the refund is sent.'

/** To a buyer whose payment arrived for an order that had been cancelled: all of it is owed to them. */
export function paidAfterCancellation(
  { order, item, requestedCents }: RefundableMail,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(order, requestedCents)
  const money = refund && hasRefund(refund) ? refundSentence(refund) : UNREFUNDED
  return renderMail(
    {
      subject: `Your payment came after your order was cancelled (${order.orderReference})`,
      preview: `No flowers will be delivered. ${money}`,
      heading: 'A refund, and an apology from us.',
      origin,
    },
    <>
      <Paragraph>
        Your payment of {formatMoney(order.totalCents)} for {item.title} came after order{' '}
        <Reference>{order.orderReference}</Reference> was cancelled. No flowers will be delivered. {money}
      </Paragraph>
      <Paragraph>You don’t have to do anything. We are sorry. We know how that sounds, from us.</Paragraph>
    </>,
  )
}
