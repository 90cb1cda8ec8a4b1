import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { providerEventRow } from '#api/orders/provider-event.ts'
import { writeDispute } from '#api/orders/refund-state-queries.ts'
import { resolveFlag } from '#api/orders/write-queries.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/platform/audit/order-events.ts'
import type { ProviderDispute } from '#api/platform/payments/payments.ts'
import { isClosed } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { orderOfPayment } from './queries.ts'
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
