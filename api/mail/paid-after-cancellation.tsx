import { Heading, Text } from '@react-email/components'
import { formatMoney } from '#src/domain/money.ts'
import { MailLayout } from './layout.tsx'
import type { OrderMail } from './order-parts.tsx'
import { headingStyle, paragraphStyle } from './parts.tsx'
import { type Rendered, renderMail } from './render.ts'

/** To a buyer whose payment arrived for an order that had been cancelled: the money goes back. */
export function paidAfterCancellation({ order, item }: OrderMail, origin: string): Promise<Rendered> {
  return renderMail(
    `About your order ${order.orderReference}`,
    <MailLayout preview="Your order was cancelled. Your money goes back." origin={origin}>
      <Heading as="h1" style={headingStyle}>
        This one is on us.
      </Heading>
      <Text style={paragraphStyle}>
        Your payment of {formatMoney(order.totalCents)} for {item.title} arrived after order{' '}
        {order.orderReference} had been cancelled. No flowers will be delivered, and we are sending the money
        back.
      </Text>
      <Text style={paragraphStyle}>
        You do not have to do anything. We are sorry. We know how that sounds, from us.
      </Text>
    </MailLayout>,
  )
}
