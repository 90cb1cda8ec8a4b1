import { Bouquet, OrderLink, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'

/**
 * To the buyer, once a florist has taken the order.
 * @param origin of the shop, for pictures and links
 */
export function orderAccepted({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  const promised = promiseText(order)
  return renderMail(
    {
      subject: `A florist accepted your order (${order.orderReference})`,
      preview: `Arrives by ${promised}.`,
      heading: 'Someone is on it.',
      origin,
    },
    <>
      <Paragraph>
        A florist in {order.deliveryCity} accepted your order. Your bouquet arrives by {promised}. You have
        until then to find the words.
      </Paragraph>
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Arrives by', promised],
        ]}
      />
    </>,
  )
}
