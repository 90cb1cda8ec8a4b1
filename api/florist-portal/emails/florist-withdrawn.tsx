import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import type { OrderMail } from '#api/platform/mail/order-parts.tsx'
import { headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { SITE } from '#src/site.ts'

/**
 * To a florist whose order was taken back.
 * @param origin of the shop, for links
 */
export function floristWithdrawn({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `Please do not make order ${order.orderReference}`,
    <MailLayout preview={`We took back ${item.title}.`} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        We took this one back.
      </Heading>
      <Text style={paragraphStyle}>
        Order {order.orderReference}, {item.title}, is not yours to make any more. The link you had does not
        work now.
      </Text>
      <Text style={{ ...paragraphStyle, margin: 0 }}>
        If it is made already, or on its way, call us right now: {SITE.supportPhone}.
      </Text>
    </MailLayout>,
  )
}
