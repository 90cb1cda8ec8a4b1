import type { OrderMail, Sent } from '#api/platform/mail/order-parts.tsx'
import { Paragraph, PhoneLink, Reference } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.tsx'
import { formatDeadline } from '#domain/dates.ts'
import { SITE } from '#domain/site.ts'

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
  // As the page behind the link: nobody else has it, and a late yes counts.
  const isTaken = order.assignmentStatus === 'assigned'
  const deadline = formatDeadline(new Date(unansweredBy), order.timeZone, sentAt)
  return renderMail(
    {
      subject: isTaken
        ? `Order ${order.orderReference} went to another florist: please don’t make it`
        : `Order ${order.orderReference}: we had no answer. Can you still make it?`,
      preview: `We had no answer by ${deadline}.`,
      heading: isTaken ? 'We’ve asked someone else.' : 'Can you still make this one?',
      origin,
    },
    <>
      <Paragraph>
        We had no answer from you about order <Reference>{order.orderReference}</Reference>, {item.title}, by{' '}
        {deadline}.{' '}
        {isTaken
          ? 'Another florist has it now, and there’s nothing left for you to do.'
          : 'No other florist has it yet: if you can still make it, open the link in our first email and accept it. Please don’t make it without that.'}
      </Paragraph>
      <Paragraph>
        If it’s made already, call us right away at <PhoneLink phone={SITE.supportPhone} />.
      </Paragraph>
    </>,
  )
}
