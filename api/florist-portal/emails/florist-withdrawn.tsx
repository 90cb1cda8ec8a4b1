import type { OrderMail } from '#api/platform/mail/order-parts.tsx'
import { Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { SITE } from '#domain/site.ts'

/**
 * To a florist whose order was taken back.
 * @param origin of the shop, for links
 */
export function floristWithdrawn({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    {
      subject: `Order ${order.orderReference} was withdrawn: please don’t make it`,
      preview: `Made already, or on its way? Call ${SITE.supportPhone}.`,
      heading: 'Please don’t make this one.',
      origin,
    },
    <>
      <Paragraph>
        We withdrew order <Reference>{order.orderReference}</Reference>, {item.title}, from your shop. The
        link you had no longer works.
      </Paragraph>
      <Paragraph>
        If it’s made already, or on its way, call us right away at <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
