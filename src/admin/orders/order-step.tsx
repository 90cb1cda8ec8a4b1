import { timeUntil } from '#domain/time-left.ts'
import { Ago } from '#src/admin/ui/ago.tsx'
import { useMinute } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'
import { RefundButton } from './refund-button.tsx'
import { Asked, StepPanel } from './step-panel.tsx'
import { AskButton, SettleButton } from './warnings.tsx'

/** The next step of an order; in danger the cause, and everything that can be done. */
export function OrderStep({ order }: { order: OrderDetail }) {
  const { id, shopOrders, flags, situation } = order
  const live = shopOrders.find((shopOrder) => shopOrder.live) ?? null
  const flag = flags.find(({ kind, resolvedAt }) => kind === situation.flag && resolvedAt === null)
  return (
    <StepPanel
      situation={situation}
      orderId={id}
      shopOrder={live}
      buyer={order}
      own={{
        ask: (look) => <AskButton order={order} look={look} />,
        refund: (look) => order.allowed.refundCents > 0 && <RefundButton order={order} look={look} />,
        settle: () => flag && <SettleButton id={id} flagId={flag.id} />,
      }}
    >
      {situation.kind === 'danger' && <Danger order={order} />}
      {situation.kind === 'refund_due' && flag?.detail && <p className="text-small">{`${flag.detail}.`}</p>}
      {live && live.status === 'pending' && <Asked {...live} situation={situation} zone={order.timeZone} />}
    </StepPanel>
  )
}

/** The buyer's answer as a countdown. */
function Danger({ order: { danger, shopOrders } }: { order: OrderDetail }) {
  const now = useMinute()
  if (!danger?.offeredAt || !danger.expiresAt) return null
  const left = timeUntil(danger.expiresAt, now)
  const isReady = shopOrders.some(({ live, status }) => live && status === 'ready')
  return (
    <div className="text-small">
      <p>
        <b className="font-semibold tabular-nums">
          {left ? `${left} left for the buyer to answer` : 'The buyer’s time to answer is over'}
        </b>
        <span>, until </span>
        <When at={danger.expiresAt} />
        <span>. The buyer was asked </span>
        <Ago at={danger.offeredAt} />
        <span>.</span>
      </p>
      <p>
        {isReady
          ? 'The flowers are ready: without an answer, nothing is cancelled.'
          : 'Without an answer, the order is cancelled and refunded then, unless a florist accepts it or has it ready.'}
      </p>
    </div>
  )
}
