import type { ReactNode } from 'react'
import { OwnerFooter } from '#api/platform/mail/layout.tsx'
import {
  Amounts,
  addressText,
  type OrderMail,
  promiseInSubject,
  promiseText,
  renderOrderMail,
  type Sent,
} from '#api/platform/mail/order-parts.tsx'
import { NoteCard, Paragraph, PhoneLink, Reference, TextLink } from '#api/platform/mail/parts.tsx'
import type { Rendered } from '#api/platform/mail/render.tsx'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { formatMoney } from '#domain/money.ts'
import type { MessageTo } from '#domain/order/causes.ts'

type OrderNotice = OrderMail &
  Sent & {
    /** The payment came after the order was cancelled. */
    needsRefund: boolean
  }

type Notice = {
  subject: string
  preview: string
  heading: string
  text: ReactNode
  /** False: nothing is to be delivered any more. */
  isDue: boolean
}

/** The text of each notice; the facts of the order follow it. */
const NOTICES: Readonly<Record<MessageTo<'owner'>, (notice: OrderNotice) => Notice>> = {
  'order-notice': ({ order, item, needsRefund, sentAt }) => {
    const total = formatMoney(order.totalCents)
    const reference = <Reference>{order.orderReference}</Reference>
    return needsRefund
      ? {
          subject: `Refund needed: ${order.orderReference}, paid after it was cancelled`,
          preview: `${total} for flowers that will not be delivered. The refund isn’t automatic.`,
          heading: 'Paid, but cancelled.',
          text: (
            <>
              {total} came in for order {reference} after it was cancelled. Please refund it: the refund isn’t
              automatic, and the buyer was told to expect one. Nothing is to be delivered.
            </>
          ),
          isDue: false,
        }
      : {
          subject: `New order ${order.orderReference}: promised by ${promiseInSubject(order, sentAt)}`,
          preview: `To ${order.deliveryCity}, ${order.deliveryState}: ${item.title}, ${total}. It needs a florist.`,
          heading: 'Someone messed up.',
          text: <>Order {reference} is paid and needs a florist.</>,
          isDue: true,
        }
  },
}

/**
 * To the owner, about one order, with all that is needed to hand it to a florist or to call somebody.
 * @param origin of the shop, for pictures and links
 */
export function orderNotice(
  kind: MessageTo<'owner'>,
  notice: OrderNotice,
  origin: string,
): Promise<Rendered> {
  const { order, item } = notice
  const { text, isDue, ...frame } = NOTICES[kind](notice)
  return renderOrderMail(
    notice,
    {
      ...frame,
      origin,
      action: { label: 'Open the order', href: `${origin}/admin/orders/${order.id}` },
      facts: [
        ['SKU', item.sku],
        ['Delivery', DELIVERY_OPTIONS[order.deliveryOption].label],
        ['Promised by', isDue ? promiseText(order) : null],
        ['Recipient', order.recipientName],
        ['Recipient’s phone', order.recipientPhone],
        ['Deliver to', addressText(order)],
        ['Delivery instructions', order.deliveryInstructions],
        ['Card message', order.apologyNote && <NoteCard key="note" note={order.apologyNote} />],
        ['Buyer', order.customerName],
        [
          'Buyer’s email',
          <TextLink key="email" href={`mailto:${order.customerEmail}`}>
            {order.customerEmail}
          </TextLink>,
        ],
        ['Buyer’s phone', <PhoneLink key="phone" phone={order.customerPhone} />],
      ],
      more: <Amounts order={order} item={item} />,
      footer: <OwnerFooter />,
    },
    <Paragraph>{text}</Paragraph>,
  )
}
