import { type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { SITE } from '#domain/site.ts'

/**
 * To a florist who got the cancellation of an order that was reopened.
 * @param link to the order, for this shop only
 * @param origin of the shop, for links
 */
export function floristReopened({ order, item }: OrderMail, link: string, origin: string): Promise<Rendered> {
  const promised = promiseText(order)
  return renderMail(
    {
      subject: `Order ${order.orderReference} is back on: please make it`,
      preview: `Deliver by ${promised}. Please say whether you still can.`,
      heading: 'This order is back on.',
      origin,
    },
    <>
      <Paragraph>
        Order <Reference>{order.orderReference}</Reference>, {item.title}, was cancelled earlier. It is needed
        after all. Please open it and tell us whether you can still make it.
      </Paragraph>
      <ActionLink href={link}>Open the order</ActionLink>
      <Facts
        facts={[
          ['Order', order.orderReference],
          ['Bouquet', item.title],
          ['Deliver by', promised],
        ]}
      />
      <Paragraph>
        Not sure? Call us at <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
