import { TAKES_ORDERS_WITHOUT_FLORIST } from '#domain/market-orders.ts'
import { formatMoney } from '#domain/money.ts'
import { DANGER_LABELS } from '#domain/order/danger-labels.ts'
import { phoneDigits } from '#domain/phone.ts'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { MailTask } from './mail-task.tsx'
import type { Dashboard } from './queries.ts'
import { TaskRow } from './task-row.tsx'
import type { Task } from './tasks.ts'

export function TaskItem({ task }: { task: Task }) {
  switch (task.kind) {
    case 'danger':
      return <DangerTask order={task.row} />
    case 'market':
      return <MarketTask market={task.row} />
    case 'unreached':
      return <UnreachedTask order={task.row} />
    case 'assign':
      return <AssignTask order={task.row} />
    case 'florist':
      return <FloristTask order={task.row} />
    case 'late':
      return <LateTask order={task.row} />
    case 'refund':
      return <RefundTask order={task.row} />
    case 'pay':
      return <PayTask due={task.row} />
    case 'email':
      return <MailTask message={task.row} />
  }
}

type Rows = {
  [List in
    | 'inDanger'
    | 'marketsWithoutFlorist'
    | 'unreachedFlorists'
    | 'toAssign'
    | 'waitingForFlorist'
    | 'overdue'
    | 'needsRefund'
    | 'toPay']: Dashboard[List]['rows'][number]
}

function Promised({
  order,
}: {
  order: Pick<Rows['overdue'], 'customerName' | 'city' | 'promisedBy' | 'timeZone'>
}) {
  return (
    <span>
      <span>{`For ${order.customerName}, ${order.city}, promised by `}</span>
      <When at={order.promisedBy} zone={order.timeZone} />.
    </span>
  )
}

function DangerTask({ order }: { order: Rows['inDanger'] }) {
  const { id, reference, reason, waitUntil, expiresAt, timeZone } = order
  return (
    <TaskRow
      time={order}
      title={expiresAt ? `Waiting for the buyer of ${reference}` : `Save the promise of ${reference}`}
      badge={<Tag className="">In danger</Tag>}
      description={
        <>
          <Promised order={order} />
          <span className="block">
            <span>{DANGER_LABELS[reason]}</span>
            {waitUntil && (
              <span>
                {' '}
                New time: <When at={waitUntil} zone={timeZone} />.
              </span>
            )}
            {expiresAt && (
              <span>
                {' '}
                The buyer can answer until <When at={expiresAt} />.
              </span>
            )}
          </span>
        </>
      }
    >
      <LinkButton
        look={expiresAt ? 'quiet' : 'action'}
        to="/admin/orders/$id"
        params={{ id }}
        aria-label={`Open order ${reference} in danger`}
      >
        Open order
      </LinkButton>
    </TaskRow>
  )
}

function UnreachedTask({ order }: { order: Rows['unreachedFlorists'] }) {
  const { reference, shop, shopPhone, answerBy, reason } = order
  return (
    <TaskRow
      time={order}
      title={`Call ${shop} about ${reference}`}
      badge={<Tag className="">Not reached by email</Tag>}
      description={
        <>
          <span>{'They have to answer by '}</span>
          <When at={answerBy} zone={order.timeZone} />
          <span>, and the email with the order has not reached them.</span>
          {reason && <span className="block">{reason.replace(/[.]?$/, '.')}</span>}
        </>
      }
    >
      {shopPhone && (
        <a className="button button-quiet tabular-nums" href={`tel:+1${phoneDigits(shopPhone)}`}>
          {`Call ${shopPhone}`}
        </a>
      )}
      <ShopOrderButton order={order} />
    </TaskRow>
  )
}

function MarketTask({ market: { id, name } }: { market: Rows['marketsWithoutFlorist'] }) {
  return (
    <TaskRow
      time={null}
      title={name}
      badge={<StatusBadge status="pending">{TAKES_ORDERS_WITHOUT_FLORIST}</StatusBadge>}
      description="Orders wait for you to assign them, and no limit applies. Activate a shop, pause the market, or close it until it has a florist."
    >
      <LinkButton look="quiet" to="/admin/markets/$id" params={{ id }} aria-label={`Open market ${name}`}>
        Open market
      </LinkButton>
    </TaskRow>
  )
}

function AssignTask({ order }: { order: Rows['toAssign'] }) {
  const { id, reference, isSample, rejectedBy } = order
  return (
    <TaskRow
      time={order}
      title={`Assign ${reference} to a shop`}
      badge={isSample && <StatusBadge status="sample" />}
      description={
        <>
          <Promised order={order} />
          <span>{rejectedBy && ` ${rejectedBy} declined it.`}</span>
        </>
      }
    >
      <LinkButton
        look="quiet"
        to="/admin/assign-orders/select-shop/$orderId"
        params={{ orderId: id }}
        aria-label={`Select shop for ${reference}`}
      >
        Select shop
      </LinkButton>
    </TaskRow>
  )
}

function FloristTask({ order }: { order: Rows['waitingForFlorist'] }) {
  const { reference, shop, shopPhone, assignedAt, isSample } = order
  return (
    <TaskRow
      time={order}
      title={`Call ${shop} about ${reference}`}
      badge={isSample && <StatusBadge status="sample" />}
      description={
        <>
          <Promised order={order} />
          <span className="block">
            <span>{'No answer since '}</span>
            <When at={assignedAt} />
            <span>.</span>
            {shopPhone && <Phone number={shopPhone} />}
          </span>
        </>
      }
    >
      <ShopOrderButton order={order} />
    </TaskRow>
  )
}

function LateTask({ order }: { order: Rows['overdue'] }) {
  const { id, reference, shop, shopPhone, shopOrderId } = order
  return (
    <TaskRow
      time={order}
      title={shop ? `Ask ${shop} about ${reference}` : `Find out about ${reference}`}
      description={
        <>
          <Promised order={order} />
          <span className="block">
            <span>Not delivered yet.</span>
            {shopPhone && <Phone number={shopPhone} />}
          </span>
        </>
      }
    >
      {shopOrderId === null ? (
        <LinkButton
          look="quiet"
          to="/admin/orders/$id"
          params={{ id }}
          aria-label={`Open order ${reference}`}
        >
          Open order
        </LinkButton>
      ) : (
        <ShopOrderButton order={{ shopOrderId, reference }} />
      )}
    </TaskRow>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <span>
      {' '}
      Phone <span className="whitespace-nowrap tabular-nums">{number}</span>
    </span>
  )
}

function ShopOrderButton({ order }: { order: { shopOrderId: string; reference: string } }) {
  return (
    <LinkButton
      look="quiet"
      to="/admin/shop-orders/$id"
      params={{ id: order.shopOrderId }}
      aria-label={`Open shop order of ${order.reference}`}
    >
      Open shop order
    </LinkButton>
  )
}

function RefundTask({
  order: { id, reference, customerName, amountCents, since },
}: {
  order: Rows['needsRefund']
}) {
  return (
    <TaskRow
      time={{ since }}
      title={`Refund ${formatMoney(amountCents)} for ${reference}`}
      description={
        <span>
          <span>{`To ${customerName}, since `}</span>
          <When at={since} />.
        </span>
      }
    >
      <LinkButton look="quiet" to="/admin/orders/$id" params={{ id }} aria-label={`Refund ${reference}`}>
        Refund
      </LinkButton>
    </TaskRow>
  )
}

function PayTask({ due: { shop, count, amountCents, since } }: { due: Rows['toPay'] }) {
  return (
    <TaskRow
      time={{ since }}
      title={`Pay ${shop} ${formatMoney(amountCents)}`}
      description={
        <span>
          <span>{`For ${count.toLocaleString('en-US')} delivered ${count === 1 ? 'order' : 'orders'}, since `}</span>
          <When at={since} />.
        </span>
      }
    >
      <LinkButton
        look="quiet"
        to="/admin/shop-orders"
        search={{ show: 'to-pay', q: shop }}
        aria-label={`See orders to pay to ${shop}`}
      >
        See orders
      </LinkButton>
    </TaskRow>
  )
}
