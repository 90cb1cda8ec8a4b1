import { type OrderMail, promiseText } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Facts, Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { type FloristPart, listOfParts } from '#domain/order/changes.ts'
import { SITE } from '#domain/site.ts'

type FloristChanged = OrderMail & {
  /** What is different. */
  parts: readonly FloristPart[]
}

/**
 * To a florist who was asked and has not accepted yet. What it says now is shown only on the page behind the link.
 * @param link to the order, for this shop only
 * @param origin of the shop, for links
 */
export function floristChanged(
  { order, item, parts }: FloristChanged,
  link: string,
  origin: string,
): Promise<Rendered> {
  const what = listOfParts(parts)
  return renderMail(
    {
      subject: `Order ${order.orderReference} has changed: ${what.toLowerCase()}`,
      preview: 'Open the order to see the latest.',
      heading: 'This order has changed.',
      origin,
    },
    <>
      <Paragraph>
        The sender changed order <Reference>{order.orderReference}</Reference>, {item.title}, which we asked
        you to make. Open it to see the latest. If you printed it, print it again.
      </Paragraph>
      <ActionLink href={link}>Open the order</ActionLink>
      <Facts
        facts={[
          ['Changed', what],
          ['Deliver by', promiseText(order)],
          ['Area', `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
        ]}
      />
      <Paragraph>
        Is that a problem? Call us at <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
