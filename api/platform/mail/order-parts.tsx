import { Img } from '@react-email/components'
import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import type { orderItems, orders } from '#drizzle/schema/orders.ts'
import { COLOURS } from './theme.ts'

export type OrderMail = { order: typeof orders.$inferSelect; item: typeof orderItems.$inferSelect }

/** With what is asked for of the order's refunds and not through yet. */
export type RefundableMail = OrderMail & { requestedCents: number }

const amounts = {
  width: '100%',
  borderCollapse: 'collapse' as const,
  borderTop: `1px solid ${COLOURS.line}`,
  marginTop: '20px',
}
const value = {
  fontSize: '16px',
  lineHeight: '24px',
  padding: '6px 0',
  overflowWrap: 'anywhere' as const,
}
const money = {
  ...value,
  width: '100px',
  textAlign: 'right' as const,
  verticalAlign: 'top' as const,
  fontVariantNumeric: 'tabular-nums',
}
const total = { borderTop: `1px solid ${COLOURS.line}`, fontWeight: 600, padding: '10px 0 0' }

/** The bouquet's picture; as wide as the card by default. @param width in pixels, at most */
export function Bouquet({ title, src, width = 510 }: { title: string; src: string; width?: number }) {
  return (
    <Img
      src={src}
      alt={`Bouquet: ${title}`}
      width={width}
      style={{
        width: '100%',
        maxWidth: `${width}px`,
        height: 'auto',
        borderRadius: '12px',
        margin: '8px 0 16px',
      }}
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
  if (order.discountCents > 0) lines.push(['Discount', -order.discountCents])
  return (
    <table className="amounts" style={amounts}>
      <tbody>
        {lines.map(([name, cents]) => (
          <tr key={name}>
            <td style={{ ...value, color: COLOURS.muted }}>{name}</td>
            <td style={{ ...money, color: COLOURS.muted }}>{cents === 0 ? 'Free' : formatMoney(cents)}</td>
          </tr>
        ))}
        <tr>
          <td style={{ ...value, ...total }}>Total</td>
          <td style={{ ...money, ...total }}>{formatMoney(order.totalCents)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The promised time in the market's zone, with its name: the reader's zone is unknown. */
export function promiseText({ promisedBy, timeZone }: OrderMail['order']): string {
  return formatMarketTime(new Date(promisedBy), timeZone, 'full', ANY_READER)
}

/** Where to. */
export function addressText(order: OrderMail['order']): string {
  return `${order.deliveryAddress}, ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`
}
