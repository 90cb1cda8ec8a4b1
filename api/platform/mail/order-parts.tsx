import type { ReactNode } from 'react'
import { publicImage } from '#domain/catalogue.ts'
import { formatOrderTime, formatOrderTimeFrom, isSameDay } from '#domain/dates.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import { type AssignmentState, fulfilmentOf, type OrderAndShopState } from '#domain/order/fulfilment.ts'
import { streetLine } from '#domain/postal-address.ts'
import type { orderItems, orders } from '#drizzle/schema/orders.ts'
import { type Action, type Drawing, drawing, type MailLayoutProps, type Picture } from './layout.tsx'
import { type Fact, Facts } from './parts.tsx'
import { Progress } from './progress.tsx'
import { type Rendered, renderMail } from './render.tsx'
import { COLOURS } from './theme.ts'

export type OrderMail = {
  order: typeof orders.$inferSelect
  item: typeof orderItems.$inferSelect
  /** Where it stands at its shop, for the bar of its progress. */
  assignment: AssignmentState
}

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

type Item = Parameters<typeof publicImage>[0]

/** The bouquet, as wide as the card. */
export function bouquetPicture(item: Item, origin: string): Picture {
  return { src: publicImage(item, origin, '-16x9'), alt: `Bouquet: ${item.title}` }
}

type OrderFrame = Omit<MailLayoutProps, 'children' | 'picture' | 'status' | 'details'> & {
  /** Beside the order's reference and its bouquet. */
  facts?: readonly Fact[]
  /** Below the facts. */
  more?: ReactNode
  /** A quiet drawing above bad news, in place of the bouquet and the bar of its progress, which would look cheerful there. */
  quiet?: Drawing | undefined
}

/** An email that is about one order: its bouquet and its progress, what there is to say, a button, and facts. */
export function renderOrderMail(
  mail: OrderMail,
  { facts = [], more, quiet, ...frame }: OrderFrame,
  text: ReactNode,
): Promise<Rendered> {
  const { order, item } = mail
  const own: readonly Fact[] = [
    ['Order', order.orderReference],
    ['Bouquet', item.title],
  ]
  const details = (
    <>
      <Facts facts={[...own, ...facts]} />
      {more}
    </>
  )
  const top = quiet
    ? { picture: drawing(quiet, frame.origin) }
    : { picture: bouquetPicture(item, frame.origin), status: <Progress state={stateOf(mail)} /> }
  return renderMail({ ...frame, ...top, details }, text)
}

function stateOf({ order: { status, paymentStatus }, assignment }: OrderMail): OrderAndShopState {
  return { status, paymentStatus, assignment }
}

/** The amounts of an order, line by line. */
export function Amounts({ order, item }: Pick<OrderMail, 'order' | 'item'>) {
  const lines: [string, number][] = [
    [item.title, order.subtotalCents],
    [`Delivery fee: ${DELIVERY_OPTIONS[order.deliveryOption].label.toLowerCase()}`, order.deliveryFeeCents],
    ['Tax', order.taxCents],
  ]
  if (order.discountCents > 0) lines.push(['Discount', -order.discountCents])
  return (
    <table className="amounts line" style={amounts}>
      <tbody>
        {lines.map(([name, cents]) => (
          <tr key={name}>
            <td className="muted" style={{ ...value, color: COLOURS.muted }}>
              {name}
            </td>
            <td className="muted" style={{ ...money, color: COLOURS.muted }}>
              {cents === 0 ? 'Free' : formatMoney(cents)}
            </td>
          </tr>
        ))}
        <tr>
          <td className="line" style={{ ...value, ...total }}>
            Total
          </td>
          <td className="line" style={{ ...money, ...total }}>
            {formatMoney(order.totalCents)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Where the buyer keeps, changes and cancels the order: only in emails to the buyer. */
export type Managed = { manageUrl: string }

/** The buyer's next step: where the flowers are, and once they are there, the order itself. */
export function buyerAction(mail: OrderMail & Managed, origin: string): Action {
  const href = trackingAddress(mail.order, origin)
  return href === null || fulfilmentOf(stateOf(mail)).reached === 'delivered'
    ? { label: 'View your order', href: mail.manageUrl }
    : { label: 'View order status', href }
}

/** The shareable way to an order. */
export function trackingAddress({ trackingToken }: OrderMail['order'], origin: string): string | null {
  return trackingToken === null ? null : `${origin}/track?token=${trackingToken}`
}

/** When a message is sent: the day that its subject does not have to name. */
export type Sent = { sentAt: Date }

/** The promised time, without the day in a message that is sent on it. */
export function promiseInSubject({ promisedBy, timeZone }: OrderMail['order'], sentAt: Date): string {
  return formatOrderTimeFrom(promisedBy, timeZone, sentAt)
}

/** `Delivered at 3:42 PM EST`, or `Delivered on Tue Jun 4, 3:42 PM EST`, as above. */
export function deliveredSubject({ timeZone }: OrderMail['order'], deliveredAt: Date, sentAt: Date): string {
  const word = isSameDay(deliveredAt, sentAt, timeZone) ? 'at' : 'on'
  return `Delivered ${word} ${formatOrderTimeFrom(deliveredAt.toISOString(), timeZone, sentAt)}`
}

/** The promised time in the market's zone. */
export function promiseText({ promisedBy, timeZone }: OrderMail['order']): string {
  return formatOrderTime(promisedBy, timeZone)
}

/** Where to. */
export function addressText(order: OrderMail['order']): string {
  const street = streetLine(order.deliveryAddress, order.deliveryUnit)
  return `${street}, ${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`
}
