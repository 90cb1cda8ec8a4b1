import {
  type Managed,
  type OrderMail,
  renderOrderMail,
  trackingAddress,
} from '#api/platform/mail/order-parts.tsx'
import { Paragraph, Reference, TextLink } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'

/**
 * To the buyer who asked for the links again.
 * @param origin of the shop, for links
 */
export function orderLinks(
  { manageUrl, mayChange, ...mail }: OrderMail & Managed & { mayChange: boolean },
  origin: string,
): Promise<Rendered> {
  const { order, item } = mail
  const tracking = trackingAddress(order, origin)
  return renderOrderMail(
    mail,
    {
      subject: `Your order ${order.orderReference}`,
      preview: 'You asked for the way back to your order. Here it is.',
      heading: 'Here is your order.',
      origin,
      action: { label: mayChange ? 'View or change your order' : 'View your order', href: manageUrl },
      more: (
        <>
          {tracking && (
            <Paragraph>
              To show somebody how far the flowers are, share this link. It shows your first name and the
              city, and changes nothing: <TextLink href={tracking}>View order status</TextLink>
            </Paragraph>
          )}
          <Paragraph>That wasn’t you? Nothing happened. You can ignore this email.</Paragraph>
        </>
      ),
    },
    <Paragraph>
      Someone, probably you, asked us to send the links to order <Reference>{order.orderReference}</Reference>
      , {item.title}, again. This one is yours alone: whoever has it can read the order, and until a florist
      accepts it, change or cancel it.
    </Paragraph>,
  )
}
