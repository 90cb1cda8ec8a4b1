import { Bouquet, deliveredSubject, type OrderMail, type Sent } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'

type OrderDelivered = OrderMail & Sent & { deliveredAt: Date }

/**
 * To the buyer, once the flowers were delivered.
 * @param origin of the shop, for pictures and links
 */
export function orderDelivered(
  { order, item, deliveredAt, sentAt }: OrderDelivered,
  origin: string,
): Promise<Rendered> {
  return renderMail(
    {
      subject: `${deliveredSubject(order, deliveredAt, sentAt)} (${order.orderReference})`,
      preview: `Your flowers arrived in ${order.deliveryCity}. The rest is yours.`,
      heading: 'Delivered.',
      origin,
    },
    <>
      <Paragraph>
        Your flowers arrived in {order.deliveryCity}. They have done their part. The rest is yours: short
        sentences, no “but”.
      </Paragraph>
      <Bouquet title={item.title} src={publicImage(item, origin)} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Delivered', formatMarketTime(deliveredAt, order.timeZone, 'full', ANY_READER)],
        ]}
      />
    </>,
  )
}
