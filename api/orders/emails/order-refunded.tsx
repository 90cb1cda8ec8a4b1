import { Bouquet, OrderLink, type OrderMail } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'

type OrderRefunded = OrderMail & {
  /** Of this refund alone. */
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
    {
      subject: `Refund sent: ${amount} (${order.orderReference})`,
      preview: 'Banks take five to ten days to show it.',
      heading: `We refunded ${amount}.`,
      origin,
    },
    <>
      <Paragraph>
        {part ? 'That is part of your payment.' : 'That is all of your payment.'} It goes back the way you
        paid. Banks take five to ten days to show it. You don’t have to do anything.
      </Paragraph>
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Refunded', amount],
          [
            'Refunded in total',
            part ? `${formatMoney(order.refundedCents)} of ${formatMoney(order.totalCents)}` : null,
          ],
        ]}
      />
    </>,
  )
}
