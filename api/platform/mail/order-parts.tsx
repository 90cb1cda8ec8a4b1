import { Img } from '@react-email/components'
import type { ReactNode } from 'react'
import { publicImage } from '#domain/catalogue.ts'
import { ANY_READER, formatDate, formatMarketTime } from '#domain/dates.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { fulfilmentOf } from '#domain/order/fulfilment.ts'
import { streetLine } from '#domain/postal-address.ts'
import type { orderItems, orders } from '#drizzle/schema/orders.ts'
import type { MailLayoutProps } from './layout.tsx'
import { ActionLink, type Fact, Facts } from './parts.tsx'
import { type Rendered, renderMail } from './render.tsx'
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

/** The bouquet's picture. @param width in pixels, at most */
export function Bouquet({ title, src, width = 320 }: { title: string; src: string; width?: number }) {
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

type OrderFrame = Omit<MailLayoutProps, 'children'> & {
  /** Beside the order's reference and its bouquet. */
  facts?: readonly Fact[]
  /** Of the picture, in pixels. */
  width?: number
  /** Absent: the shopper's way to the order. */
  button?: ReactNode
}

/** An email that is about one order: what there is to say, a button, the bouquet's picture, and facts. */
export function renderOrderMail(
  { order, item }: OrderMail,
  { facts = [], width, button, ...frame }: OrderFrame,
  text: ReactNode,
): Promise<Rendered> {
  const { origin } = frame
  const own: readonly Fact[] = [
    ['Order', order.orderReference],
    ['Bouquet', item.title],
  ]
  return renderMail(
    frame,
    <>
      {text}
      {button === undefined ? <OrderLink order={order} origin={origin} /> : button}
      <Bouquet title={item.title} src={publicImage(item, origin)} {...(width && { width })} />
      <Facts facts={[...own, ...facts]} />
    </>,
  )
}

/** The amounts of an order, line by line. */
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

/** The shopper's way to an order until it is delivered. The secret stands behind the #: no server or log ever sees it. */
export function OrderLink({ order, origin }: Pick<OrderMail, 'order'> & { origin: string }) {
  const { status, paymentStatus } = order
  const { tracking, reached } = fulfilmentOf({ status, paymentStatus, assignment: 'none' })
  const address = trackingAddress(order, origin)
  if (address === null || reached === 'delivered') return null
  return (
    <ActionLink href={address}>
      {tracking === 'placed' ? 'Follow your flowers' : 'View order status'}
    </ActionLink>
  )
}

/** Where the buyer keeps, changes and cancels the order: only in emails to the buyer. */
export type Managed = { manageUrl: string }

/** The shareable way to an order, in running text; see {@link OrderLink}. */
export function trackingAddress({ trackingToken }: OrderMail['order'], origin: string): string | null {
  return trackingToken === null ? null : `${origin}/track?token=${trackingToken}`
}

/** When a message is sent: the day that its subject does not have to name. */
export type Sent = { sentAt: Date }

/** `8 PM EST`, or `Tue Jun 4, 8 PM EST` in a message that is sent on another day in the market's zone. */
export function promiseInSubject({ promisedBy, timeZone }: OrderMail['order'], sentAt: Date): string {
  const promised = new Date(promisedBy)
  const style = isSameDay(promised, sentAt, timeZone) ? 'shortTime' : 'short'
  return formatMarketTime(promised, timeZone, style, ANY_READER)
}

/** `Delivered at 3:42 PM EST`, or `Delivered on Tue Jun 4, 3:42 PM EST`, as above. */
export function deliveredSubject({ timeZone }: OrderMail['order'], deliveredAt: Date, sentAt: Date): string {
  return isSameDay(deliveredAt, sentAt, timeZone)
    ? `Delivered at ${formatMarketTime(deliveredAt, timeZone, 'time', ANY_READER)}`
    : `Delivered on ${formatMarketTime(deliveredAt, timeZone, 'day', ANY_READER)}`
}

function isSameDay(a: Date, b: Date, zone: string): boolean {
  return formatDate(a, zone) === formatDate(b, zone)
}

/** The promised time in the market's zone, with its name: the reader's zone is unknown. */
export function promiseText({ promisedBy, timeZone }: OrderMail['order']): string {
  return formatMarketTime(new Date(promisedBy), timeZone, 'full', ANY_READER)
}

/** Where to. */
export function addressText(order: OrderMail['order']): string {
  const street = streetLine(order.deliveryAddress, order.deliveryUnit)
  return `${street}, ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`
}
