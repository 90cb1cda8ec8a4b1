import { Bouquet, OrderLink, type RefundableMail } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { refundSentence, refundSummary } from '#domain/refunds.ts'

type OrderCancelled = RefundableMail & {
  /** Cancelled on the buyer’s own page. */
  byBuyer: boolean
}

/**
 * To the buyer of a paid order that was cancelled.
 * @param origin of the shop, for pictures and links
 */
export function orderCancelled(
  { order, item, requestedCents, byBuyer }: OrderCancelled,
  origin: string,
): Promise<Rendered> {
  const refund = refundSummary(order, requestedCents)
  const money = refund && refundSentence(refund)
  return renderMail(
    {
      subject: `Your order was cancelled (${order.orderReference})`,
      preview: ['Nothing will be delivered.', money].filter(Boolean).join(' '),
      heading: 'No flowers this time.',
      origin,
    },
    <>
      <Paragraph>
        {byBuyer ? 'You cancelled your order.' : 'We cancelled your order.'} Nothing will be delivered. The
        apology is still a good idea.
      </Paragraph>
      {money && <Paragraph>{money}</Paragraph>}
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
        ]}
      />
    </>,
  )
}
