import { type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { SITE } from '#domain/site.ts'

/**
 * To a florist who has an order whose buyer agreed to wait.
 * @param link to the order, for this shop only
 * @param origin of the shop, for links
 */
export function floristNewTime({ order, item }: OrderMail, link: string, origin: string): Promise<Rendered> {
  const promised = promiseText(order)
  return renderMail(
    {
      subject: `The sender waits: deliver order ${order.orderReference} by ${promised}`,
      preview: 'The new time is agreed. Please keep it.',
      heading: 'The sender waits.',
      origin,
    },
    <>
      <Paragraph>
        The sender of order <Reference>{order.orderReference}</Reference>, {item.title}, agreed to wait. We
        promised the flowers by {promised} now. Please deliver them by then.
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
        Can’t make it? Call us at <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
