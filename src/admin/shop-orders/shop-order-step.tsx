import { assignmentState, fulfilmentOf, mayBeAssigned } from '#domain/order/fulfilment.ts'
import { type NextStep, nextStep } from '#domain/order/next-step.ts'
import { shopOrderIsLive } from '#domain/order-status.ts'
import { StepPanel } from '#src/admin/orders/step-panel.tsx'
import { Ago } from '#src/admin/ui/ago.tsx'
import { useMinute } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { ShopOrderDetail } from './queries.ts'

/** The next step of a shop order. One that its shop does not have any more can only be assigned again. */
export function ShopOrderStep({ record }: { record: ShopOrderDetail }) {
  const { id, shop, order, link } = record
  const now = useMinute()
  const isLive = shopOrderIsLive(record)
  const askedAt = link?.createdAt ?? record.createdAt
  const asked = {
    assignment: assignmentState(record),
    phone: shop.phone,
    email: shop.active ? shop.email : null,
    askedAt,
    answerBy: record.answerBy,
  }
  const step = isLive
    ? nextStep({ ...order, needsRefund: false, danger: null, shop: asked }, now)
    : againOf(order)
  return (
    <StepPanel
      step={step}
      orderId={order.id}
      shopOrder={{ id, shopName: shop.name, shopPhone: shop.phone }}
      sentence={isLive ? overSentence(record) : endSentence(record)}
    >
      {isLive && record.status === 'pending' && step.situation !== 'unpaid' && !isOver(step) && (
        <p className="text-small">
          <span>{'Asked '}</span>
          <Ago at={askedAt} />
          {record.answerBy && (
            <span>
              <span>{'. Has to answer by '}</span>
              <When at={record.answerBy} zone={order.timeZone} />
            </span>
          )}
          <span>.</span>
        </p>
      )}
      {record.rejectionReason && <q className="text-small whitespace-pre-line">{record.rejectionReason}</q>}
      {record.withdrawnAt && (
        <p className="text-small">
          Withdrawn <Ago at={record.withdrawnAt} />
        </p>
      )}
    </StepPanel>
  )
}

const isOver = ({ situation }: NextStep) => ['delivered', 'cancelled', 'refunded'].includes(situation)

/** The order of a shop that does not have it: it is assigned again, unless another one has it or nobody waits. */
function againOf(order: ShopOrderDetail['order']): NextStep {
  const awaits = order.assignmentStatus === 'unassigned' && mayBeAssigned(order)
  return { situation: 'unassigned', actions: awaits ? ['assign'] : [] }
}

/** The order is over, and its shop was not the one to say so. */
function overSentence({ order, shop, ...record }: ShopOrderDetail): string | undefined {
  const { status, paymentStatus } = order
  const { florist } = fulfilmentOf({ status, paymentStatus, assignment: assignmentState(record) })
  if (florist === 'over') return `The order is ${status}. ${shop.name} can no longer respond.`
  if (florist !== 'cancelled') return undefined
  const end = status === 'cancelled' ? status : 'refunded in full'
  return `The order is ${end}. ${shop.name} doesn’t need to make it.`
}

function endSentence({ order, shop, withdrawnAt }: ShopOrderDetail): string {
  const ended =
    withdrawnAt === null ? `${shop.name} rejected this order` : `This order was withdrawn from ${shop.name}`
  return order.assignmentStatus === 'assigned' ? `${ended}. Another shop has it now.` : `${ended}.`
}
