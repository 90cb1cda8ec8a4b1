import { Heading, Text } from '@react-email/components'
import { MailLayout } from '#api/platform/mail/layout.tsx'
import type { OrderMail } from '#api/platform/mail/order-parts.tsx'
import { headingStyle, paragraphStyle } from '#api/platform/mail/parts.tsx'
import { type Rendered, renderMail } from '#api/platform/mail/render.ts'
import { SITE } from '#src/site.ts'

/**
 * To a florist whose order was cancelled.
 * @param origin of the shop, for links
 */
export function floristCancelled({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `Order ${order.orderReference} is off: please do not make it`,
    <MailLayout preview={`${item.title} is not needed any more.`} origin={origin}>
      <Heading as="h1" style={headingStyle}>
        This one is off.
      </Heading>
      <Text style={paragraphStyle}>
        Order {order.orderReference}, {item.title}, was cancelled. Please do not make it, and do not deliver
        it.
      </Text>
      <Text style={{ ...paragraphStyle, margin: 0 }}>
        If it is made already, or on its way, call us right now: {SITE.supportPhone}.
      </Text>
    </MailLayout>,
  )
}
