import { Column, Img, Row, Section, Text } from '@react-email/components'
import type { orderItems, orders } from '#drizzle/schema/orders.ts'
import { formatDateTime } from '#src/domain/dates.ts'
import { DELIVERY_OPTIONS } from '#src/domain/delivery.ts'
import { formatMoney } from '#src/domain/money.ts'
import { COLOURS, DISPLAY } from './theme.ts'

export type OrderMail = { order: typeof orders.$inferSelect; item: typeof orderItems.$inferSelect }

export const headingStyle = {
  fontFamily: DISPLAY,
  fontSize: '30px',
  lineHeight: '36px',
  fontWeight: 600,
  margin: '0 0 12px',
}
export const paragraphStyle = { fontSize: '16px', lineHeight: '25px', margin: '0 0 16px' }
const label = { color: COLOURS.muted, fontSize: '13px', lineHeight: '18px', margin: '16px 0 2px' }
const value = { fontSize: '16px', lineHeight: '24px', margin: 0, overflowWrap: 'anywhere' as const }
const money = { ...value, textAlign: 'right' as const, fontVariantNumeric: 'tabular-nums' }

/** The bouquet's picture across the sheet. */
export function Bouquet({ title, src }: { title: string; src: string }) {
  return (
    <Img
      src={src}
      alt={`Bouquet: ${title}`}
      width="510"
      style={{ width: '100%', maxWidth: '510px', height: 'auto', borderRadius: '12px', margin: '8px 0 16px' }}
    />
  )
}

/** What it cost, line by line. */
export function Amounts({ order, item }: OrderMail) {
  const lines: [string, number][] = [
    [item.title, order.subtotalCents],
    [`Delivery: ${DELIVERY_OPTIONS[order.deliveryOption].label.toLowerCase()}`, order.deliveryFeeCents],
    ['Sales tax', order.taxCents],
  ]
  return (
    <Section style={{ borderTop: `1px solid ${COLOURS.line}`, marginTop: '20px', paddingTop: '12px' }}>
      {lines.map(([name, cents]) => (
        <Row key={name}>
          <Column>
            <Text style={{ ...value, color: COLOURS.muted }}>{name}</Text>
          </Column>
          <Column style={{ width: '110px' }}>
            <Text style={{ ...money, color: COLOURS.muted }}>{formatMoney(cents)}</Text>
          </Column>
        </Row>
      ))}
      <Row style={{ borderTop: `1px solid ${COLOURS.line}`, marginTop: '10px', paddingTop: '8px' }}>
        <Column>
          <Text style={{ ...value, fontWeight: 600 }}>Total</Text>
        </Column>
        <Column style={{ width: '110px' }}>
          <Text style={{ ...money, fontWeight: 600 }}>{formatMoney(order.totalCents)}</Text>
        </Column>
      </Row>
    </Section>
  )
}

/** Where, when, for whom, and the words on the card. */
export function Delivery({ order }: Pick<OrderMail, 'order'>) {
  const facts: [string, string | null][] = [
    ['Order', order.orderReference],
    ['Arrives by', formatDateTime(new Date(order.promisedBy), order.timeZone)],
    ['For', order.recipientName],
    ['To', `${order.deliveryAddress}, ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`],
    ['Delivery instructions', order.deliveryInstructions],
    ['Your apology note', order.apologyNote],
  ]
  return facts.map(([name, text]) =>
    text === null ? null : (
      <Section key={name}>
        <Text style={label}>{name}</Text>
        <Text style={{ ...value, whiteSpace: 'pre-line' }}>{text}</Text>
      </Section>
    ),
  )
}
