import { type Managed, type OrderMail, trackingAddress } from '#api/platform/mail/order-parts.tsx'
import { ActionLink, Paragraph, Reference, TextLink } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'

/**
 * To the buyer who asked for the links again.
 * @param origin of the shop, for links
 */
export function orderLinks(
  { order, item, manageUrl }: OrderMail & Managed,
  origin: string,
): Promise<Rendered> {
  const tracking = trackingAddress(order, origin)
  return renderMail(
    {
      subject: `Your order ${order.orderReference}`,
      preview: 'You asked for the way back to your order. Here it is.',
      heading: 'Here is your order.',
      origin,
    },
    <>
      <Paragraph>
        Someone, probably you, asked us to send the links to order{' '}
        <Reference>{order.orderReference}</Reference>, {item.title}, again. This one is yours alone: whoever
        has it can read the order, and until a florist accepts it, change or cancel it.
      </Paragraph>
      <ActionLink href={manageUrl}>Manage your order</ActionLink>
      {tracking && (
        <>
          <Paragraph>
            To show somebody how far the flowers are, share this one. It shows your first name and the city,
            and changes nothing:
          </Paragraph>
          <Paragraph>
            <TextLink href={tracking}>Follow your flowers</TextLink>
          </Paragraph>
        </>
      )}
      <Paragraph>That wasn’t you? Nothing happened. You can ignore this email.</Paragraph>
    </>,
  )
}
