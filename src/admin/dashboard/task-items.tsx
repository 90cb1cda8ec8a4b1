import type { ReactNode } from 'react'
import { TAKES_ORDERS_WITHOUT_FLORIST } from '#domain/market-orders.ts'
import { formatMoney } from '#domain/money.ts'
import { DANGER_LABELS } from '#domain/order/danger-labels.ts'
import { assignTarget } from '#src/admin/assign/queries.ts'
import { MessageState, messageReason } from '#src/admin/ui/message-state.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { TimeLeft, WaitingTime } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { Elements } from '#src/components/ui/elements.ts'
import {
  CallButton,
  DismissButton,
  FailedAt,
  MailStep,
  mailTitle,
  OrderLink,
  Promised,
  ShopOrderLink,
  Since,
  TaskLink,
} from './task-parts.tsx'
import { type Row, type Task, type TaskKind, timeOf } from './tasks.ts'

/** One thing to do. */
export function TaskItem({ task }: { task: Task }) {
  const { title, badge, description, buttons } = itemOf(task)
  const time = timeOf(task)
  return (
    <li className="grid gap-x-5 gap-y-1 border-line py-2.5 wrap-anywhere md:py-2.5 not-first:border-t md:grid-cols-[minmax(0,1fr)_auto] md:items-center lg:grid-cols-[8.5rem_minmax(0,1fr)_auto]">
      <div className={time ? 'md:max-lg:col-span-full' : 'max-lg:hidden'}>
        {'promisedBy' in task.row ? <TimeLeft {...task.row} /> : time && <WaitingTime since={time} />}
      </div>
      <div>
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b className="font-semibold">{title}</b>
          {badge}
        </p>
        <p className="text-small text-muted">{description}</p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:mt-1">{buttons}</div>
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

const ITEMS: { [Kind in TaskKind]: (row: Row<Kind>) => Item } = {
  unreached: ({ reference, shop, shopPhone, shopOrderId, answerBy, timeZone, reason }) => ({
    title: `Call ${shop} about ${reference}`,
    badge: <Tag className="">Not reached by email</Tag>,
    description: (
      <>
        <span>{'They have to answer by '}</span>
        <When at={answerBy} zone={timeZone} />
        <span>, and the email with the order has not reached them.</span>
        {reason && <span className="block">{reason.replace(/[.]?$/, '.')}</span>}
      </>
    ),
    buttons: (
      <>
        {shopPhone && <CallButton phone={shopPhone} look="action" />}
        <ShopOrderLink id={shopOrderId} reference={reference} />
      </>
    ),
  }),
  danger: (order) => ({
    title: order.expiresAt
      ? `Waiting for the buyer of ${order.reference}`
      : `Save the promise of ${order.reference}`,
    badge: <Tag className="">In danger</Tag>,
    description: (
      <Promised order={order}>
        <span>{DANGER_LABELS[order.reason]}</span>
        {order.waitUntil && (
          <span>
            {' '}
            New time: <When at={order.waitUntil} zone={order.timeZone} />.
          </span>
        )}
        {order.expiresAt && (
          <span>
            {' '}
            The buyer can answer until <When at={order.expiresAt} />.
          </span>
        )}
      </Promised>
    ),
    buttons: (
      <>
        {order.shopPhone && <CallButton phone={order.shopPhone} />}
        <OrderLink
          id={order.id}
          label={`Open order ${order.reference} in danger`}
          look={order.expiresAt ? 'quiet' : 'action'}
        />
      </>
    ),
  }),
  missed: (order) => ({
    title: `Nobody was there for ${order.reference}`,
    badge: order.isSample && <StatusBadge status="sample" />,
    description: (
      <Promised order={order}>
        <span>{order.nextStep && `${order.nextStep}. `}</span>
        <span>
          {'Nobody was there '}
          <When at={order.missedAt} zone={order.timeZone} />.
        </span>
      </Promised>
    ),
    buttons: (
      <>
        {order.shopPhone && <CallButton phone={order.shopPhone} look="action" />}
        <OrderLink id={order.id} label={`Open order ${order.reference}`} />
      </>
    ),
  }),
  market: ({ id, name }) => ({
    title: name,
    badge: <StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>,
    description:
      'Orders wait for you to assign them, and no limit applies. Activate a shop, pause the market, or close it until it has a florist.',
    buttons: (
      <TaskLink to="/admin/markets/$id" params={{ id }} label={`Open market ${name}`}>
        Open market
      </TaskLink>
    ),
  }),
  assign: (order) => ({
    title: `Assign ${order.reference} to a shop`,
    badge: order.isSample && <StatusBadge status="sample" />,
    description: (
      <>
        <Promised order={order} />
        <span>{order.rejectedBy && ` ${order.rejectedBy} declined it.`}</span>
      </>
    ),
    buttons: (
      <TaskLink {...assignTarget(order.id)} label={`Assign ${order.reference}`} look="action">
        Assign
      </TaskLink>
    ),
  }),
  florist: (order) => ({
    title: `Call ${order.shop} about ${order.reference}`,
    badge: order.isSample && <StatusBadge status="sample" />,
    description: (
      <Promised order={order}>
        <span>{'No answer since '}</span>
        <When at={order.assignedAt} />
        <span>.</span>
      </Promised>
    ),
    buttons: (
      <>
        {order.shopPhone && <CallButton phone={order.shopPhone} look="action" />}
        <ShopOrderLink id={order.shopOrderId} reference={order.reference} />
      </>
    ),
  }),
  overdue: (order) => ({
    title: order.shop ? `Ask ${order.shop} about ${order.reference}` : `Find out about ${order.reference}`,
    description: <Promised order={order} />,
    buttons:
      order.shopOrderId === null ? (
        <OrderLink id={order.id} label={`Open order ${order.reference}`} />
      ) : (
        <>
          {order.shopPhone && <CallButton phone={order.shopPhone} look="action" />}
          <ShopOrderLink id={order.shopOrderId} reference={order.reference} />
        </>
      ),
  }),
  refund: ({ id, reference, customerName, amountCents, since }) => ({
    title: `Refund ${formatMoney(amountCents)} for ${reference}`,
    description: <Since text={`To ${customerName}`} at={since} />,
    buttons: (
      <TaskLink to="/admin/orders/$id" params={{ id }} label={`Refund ${reference}`}>
        Refund
      </TaskLink>
    ),
  }),
  pay: ({ shop, count, amountCents, since }) => ({
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
        label={`See orders to pay to ${shop}`}
      >
        See orders
      </TaskLink>
    ),
  }),
  // An email that was given up or did not arrive: it is sent again where that can help, else somebody calls.
  email: (message) => ({
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
        <MailStep message={message} />
        <DismissButton message={message} />
      </>
    ),
  }),
}

const itemOf = <Kind extends TaskKind>({ kind, row }: Task<Kind>) => ITEMS[kind](row)
