import { Bouquet, OrderLink, type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { Facts, Paragraph } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { publicImage } from '#domain/catalogue.ts'

/**
 * To a buyer who was asked to choose, when a florist makes the order after all.
 * @param origin of the shop, for pictures and links
 */
export function choiceClosed({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    {
      subject: `A florist has your flowers after all (${order.orderReference})`,
      preview: 'There is nothing for you to choose any more.',
      heading: 'Never mind. They’re coming.',
      origin,
    },
    <>
      <Paragraph>
        A florist in {order.deliveryCity} is making your bouquet now. There is nothing for you to choose any
        more: the link in our last email is closed, and nothing was cancelled or refunded.
      </Paragraph>
      <OrderLink order={order} origin={origin} />
      <Bouquet title={item.title} src={publicImage(item, origin)} width={180} />
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Promised by', promiseText(order)],
        ]}
      />
    </>,
  )
}
