import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import type { ProviderDispute } from '#api/payments/payments.ts'
import { writeDispute } from '#api/queries/disputes.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/queries/order-events.ts'
import { resolveFlag } from '#api/queries/order-writes.ts'
import { orderOfPayment } from '#api/queries/refunds.ts'
import { providerEventRow } from '#api/services/orders/provider-event.ts'
import { isClosed } from '#src/domain/disputes.ts'
import { formatMoney } from '#src/domain/money.ts'
import type { RefundSource } from './record.ts'

/**
 * Records a dispute: the order is flagged while the bank decides, and stays so if we lose; a person looks at it. Once each,
 * in whatever order the news come.
 * @returns `ignored` for a payment that is not of one of our orders
 */
export async function recordDispute(
  deps: Deps,
  dispute: ProviderDispute,
  from: RefundSource,
): Promise<'settled' | 'ignored'> {
  const { db, clock, log } = deps
  const order = await orderOfPayment(db, dispute.paymentReference)
  if (!order) return 'ignored'
  const at = clock.now().toISOString()
  const { id, amountCents, reason, status } = dispute
  const [opened, answered, closed] = [`disputed:${id}`, `dispute_answered:${id}`, `dispute_closed:${id}`]
  const data = { source: from.source, disputeId: id, amountCents, reason }
  const detail = `${reason}, ${formatMoney(amountCents)}`
  const flag = { kind: 'disputed', detail } as const
  const add = (kind: string, dedupeKey: string, onlyIf = sql`true`) =>
    addOrderEvent(db, order.id, { kind, actor: 'provider', data: { ...data, status }, dedupeKey }, at, onlyIf)
  await db.batch([
    writeDispute(db, order.id, dispute, at),
    addOrderFlag(db, order.id, flag, at, notYet(opened)),
    add('disputed', opened),
    ...(status === 'under_review' ? [add('dispute_answered', answered, notYet(closed))] : []),
    ...(status === 'won' ? [resolveFlag(db, order.id, 'disputed', at, notYet(closed))] : []),
    ...(isClosed(status) ? [add('dispute_closed', closed)] : []),
    ...providerEventRow(deps, from.event, 'settled', at),
  ])
  if (!isClosed(status)) log('warn', 'payment_disputed', { orderId: order.id, disputeId: id })
  return 'settled'
}
