import type { ReactNode } from 'react'
import { TAKES_ORDERS_WITHOUT_FLORIST } from '#domain/market-orders.ts'
import { formatMoney } from '#domain/money.ts'
import type { NextAction } from '#domain/order/situation.ts'
import { Asked, StepButton } from '#src/admin/orders/step-panel.tsx'
import { MessageState, messageReason } from '#src/admin/ui/message-state.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import { TimeLeft, WaitingTime } from '#src/admin/ui/time-left.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import {
  DismissButton,
  FailedAt,
  MailStep,
  mailTitle,
  OrderLink,
  Promised,
  Since,
  TaskLink,
} from './task-parts.tsx'
import { type Row, type Task, type TaskKind, timeOf } from './tasks.ts'

/** The colors of situations. */
const LOOKS = { red: 'red', amber: 'yellow', plain: 'grey' } as const

type Look = 'action' | 'quiet'

/** One thing to do. @param props.first only its main button stands out: one thing is done at a time */
export function TaskItem({ task, first }: { task: Task; first: boolean }) {
  const { title, badge, description, buttons } = itemOf(task, first ? 'action' : 'quiet')
  const time = timeOf(task)
  return (
    <li className="grid gap-x-5 gap-y-1 border-line py-2.5 wrap-anywhere md:py-2.5 not-first:border-t md:grid-cols-[minmax(0,1fr)_auto] md:items-center xl:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <div className={time ? 'md:max-xl:col-span-full' : 'max-xl:hidden'}>
        {time &&
          ('promisedBy' in task.row && !('since' in task.row) ? (
            <TimeLeft {...task.row} />
          ) : (
            <WaitingTime since={time} />
          ))}
      </div>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-semibold">{title}</b>
          {badge}
        </p>
        <p className="text-small text-muted">{description}</p>
      </div>
      <div className="flex min-w-0 flex-wrap gap-2 max-md:mt-1">{buttons}</div>
    </li>
  )
}

type Item = {
  /** The thing to do, and for whom. */
  title: string
  badge?: Elements
  description: ReactNode
  /** Its next step, and what else can be done. */
  buttons: Elements
}

type OrderRow = Row<'danger'> & Partial<Pick<Row<'unreached'>, 'reason'>>

/** A step with an order, as the thing to do. */
const TITLES: Readonly<Record<NextAction, (order: OrderRow) => string>> = {
  assign: ({ reference }) => `Assign ${reference} to a shop`,
  reassign: ({ reference }) => `Reassign ${reference}`,
  call: ({ shop, reference }) => `Call ${shop} about ${reference}`,
  remind: ({ shop, reference }) => `Remind ${shop} about ${reference}`,
  call_buyer: ({ reference }) => `Call the buyer of ${reference}`,
  ask: ({ reference }) => `Ask the buyer of ${reference}`,
  refund: ({ reference, leftCents }) => `Refund ${formatMoney(leftCents)} for ${reference}`,
  settle: ({ reference }) => `Settle ${reference}`,
}

/** An order with its next step, the same as on its page. */
function orderItem(order: OrderRow, look: Look): Item {
  const { situation, askedAt, reason } = order
  const { shopOrderId: id, shop, shopPhone } = order
  const shopOrder = id === null ? null : { id, shopName: shop ?? '', shopPhone }
  const [action] = situation.actions
  const title = action ? TITLES[action](order) : order.reference
  const isOnPage = action === 'refund' || action === 'ask' || action === 'settle'
  return {
    title,
    badge: (
      <>
        <StatusBadge status={situation.look} palette={LOOKS}>
          {situation.label}
        </StatusBadge>
        {order.isSample && <StatusBadge status="sample" />}
      </>
    ),
    description: (
      <Promised order={order}>
        <span>{situation.sentence}</span>
        {shopOrder && askedAt && <Asked {...order} {...shopOrder} askedAt={askedAt} zone={order.timeZone} />}
        {reason && <span className="block">{reason.replace(/[.]?$/, '.')}</span>}
      </Promised>
    ),
    buttons: (
      <>
        {action && (
          <StepButton
            action={action}
            look={situation.who === 'owner' ? look : 'quiet'}
            orderId={order.id}
            shopOrder={shopOrder}
            buyer={order}
            about={order.reference}
          />
        )}
        {!isOnPage && <OrderLink id={order.id} label={`Open order ${order.reference}`} />}
      </>
    ),
  }
}

const ITEMS: { [Kind in TaskKind]: (row: Row<Kind>, look: Look) => Item } = {
  unreached: orderItem,
  danger: orderItem,
  missed: orderItem,
  overdue: orderItem,
  assign: orderItem,
  florist: orderItem,
  refund: orderItem,
  dispute: orderItem,
  market: ({ id, name }, look) => ({
    title: name,
    badge: <StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>,
    description:
      'Orders wait for you to assign them, and no limit applies. Activate a shop, pause the market, or close it until it has a florist.',
    buttons: (
      <TaskLink to="/admin/markets/$id" params={{ id }} look={look} label={`Open market ${name}`}>
        Open market
      </TaskLink>
    ),
  }),
  pay: ({ shop, count, amountCents, since }, look) => ({
    title: `Pay ${shop} ${formatMoney(amountCents)}`,
    description: (
      <Since
        text={`For ${count.toLocaleString('en-US')} delivered ${count === 1 ? 'order' : 'orders'}`}
        at={since}
      />
    ),
    buttons: (
      <TaskLink
        to="/admin/shop-orders"
        search={{ show: 'to-pay', q: shop }}
        look={look}
        label={`See orders to pay to ${shop}`}
      >
        See orders
      </TaskLink>
    ),
  }),
  // An email that was given up or did not arrive: it is sent again where that can help, else somebody calls.
  email: (message, look) => ({
    title: mailTitle(message),
    badge: <MessageState message={message} />,
    description: (
      <>
        <span>{`${messageReason(message) ?? ''} `}</span>
        <FailedAt message={message} />
      </>
    ),
    buttons: (
      <>
        <MailStep message={message} look={look} />
        <DismissButton message={message} />
      </>
    ),
  }),
}

const itemOf = <Kind extends TaskKind>({ kind, row }: Task<Kind>, look: Look) => ITEMS[kind](row, look)
