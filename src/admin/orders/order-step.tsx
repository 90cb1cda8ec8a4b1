import { DANGER_LABELS } from '#domain/order/danger-labels.ts'
import { assignmentState } from '#domain/order/fulfilment.ts'
import { nextStep } from '#domain/order/next-step.ts'
import { timeUntil } from '#domain/time-left.ts'
import { Ago } from '#src/admin/ui/ago.tsx'
import { useMinute } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderDetail } from './queries.ts'
import { RefundButton } from './refund-button.tsx'
import { StepPanel } from './step-panel.tsx'
import { AskButton, SettleButton } from './warnings.tsx'

/** The flag that money has to go back, which is then the next step. */
export const refundDueOf = ({ flags, allowed }: OrderDetail) =>
  (allowed.refundCents > 0 &&
    flags.find(({ kind, resolvedAt }) => kind === 'needs_refund' && resolvedAt === null)) ||
  null

/** The next step of an order; in danger the cause, and everything that can be done. */
export function OrderStep({ order }: { order: OrderDetail }) {
  const { id, shopOrders, danger } = order
  const refundDue = refundDueOf(order)
  const live = shopOrders.find((shopOrder) => shopOrder.live) ?? null
  const shop = live && {
    assignment: assignmentState(live),
    phone: live.shopPhone,
    email: live.shopEmail,
    askedAt: live.askedAt,
    answerBy: live.answerBy,
  }
  const step = nextStep({ ...order, needsRefund: refundDue !== null, shop }, new Date(useMinute()))
  const { situation } = step
  return (
    <StepPanel
      step={step}
      orderId={id}
      shopOrder={live}
      sentence={
        situation === 'danger' && danger
          ? DANGER_LABELS[danger.reason]
          : situation === 'unassigned'
            ? unassignedSentence(shopOrders)
            : undefined
      }
      own={{
        ask: (look) => <AskButton order={order} look={look} />,
        refund: (look) => (
          <>
            <RefundButton order={order} look={look} />
            {refundDue && <SettleButton id={id} flagId={refundDue.id} />}
          </>
        ),
      }}
    >
      {situation === 'danger' && <Danger order={order} />}
      {refundDue?.detail && <p className="text-small">{`${refundDue.detail}.`}</p>}
      {live && live.status === 'pending' && ['asked', 'unanswered', 'danger'].includes(situation) && (
        <p className="text-small">
          <span>{situation === 'danger' ? `${live.shopName} was asked ` : 'Asked '}</span>
          <Ago at={live.askedAt} />
          {live.answerBy && (
            <span>
              <span>{' and has to answer by '}</span>
              <When at={live.answerBy} zone={order.timeZone} />
            </span>
          )}
          <span>.</span>
        </p>
      )}
    </StepPanel>
  )
}

/** Who had it last, and why they do not any more. */
function unassignedSentence([last]: OrderDetail['shopOrders']): string | undefined {
  if (!last) return undefined
  if (last.withdrawnAt !== null) return `No shop has it. It was withdrawn from ${last.shopName}.`
  return `No shop has it. ${last.shopName} ${last.answeredBy === 'system' ? 'didn’t answer in time' : 'declined it'}.`
}

/** The new time of a promise in danger, and the buyer's answer as a countdown. */
function Danger({ order: { danger, timeZone, shopOrders } }: { order: OrderDetail }) {
  const now = useMinute()
  if (!danger) return null
  const left = danger.expiresAt && timeUntil(danger.expiresAt, now)
  const isReady = shopOrders.some(({ live, status }) => live && status === 'ready')
  return (
    <>
      {danger.waitUntil && (
        <p className="text-small">
          New time: <When at={danger.waitUntil} zone={timeZone} />
        </p>
      )}
      {danger.offeredAt && danger.expiresAt && (
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
      )}
    </>
  )
}
