import type { OrderMail, Sent } from '#api/platform/mail/order-parts.tsx'
import { Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatDeadline } from '#domain/dates.ts'
import { SITE } from '#src/site.ts'

type FloristUnansweredMail = OrderMail &
  Sent & {
    /** Until when there was no answer (ISO instant). */
    unansweredBy: string
  }

/**
 * To a florist who did not answer in time.
 * @param origin of the shop, for links
 */
export function floristUnanswered(mail: FloristUnansweredMail, origin: string): Promise<Rendered> {
  const { order, item, unansweredBy, sentAt } = mail
  const deadline = formatDeadline(new Date(unansweredBy), order.timeZone, sentAt)
  return renderMail(
    {
      subject: `Order ${order.orderReference} goes to another florist: please don’t make it`,
      preview: `We had no answer by ${deadline}.`,
      heading: 'We’re asking someone else.',
      origin,
    },
    <>
      <Paragraph>
        We had no answer from you about order <Reference>{order.orderReference}</Reference>, {item.title}, by{' '}
        {deadline}. Another florist gets it, and there’s nothing left for you to do.
      </Paragraph>
      <Paragraph>
        If it’s made already, or you can still make it, call us right away at{' '}
        <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
