import { sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import type { ProviderDispute } from '#api/payments/payments.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/queries/order-events.ts'
import { resolveFlag } from '#api/queries/order-writes.ts'
import { orderOfPayment } from '#api/queries/refunds.ts'
import { providerEventRow } from '#api/services/orders/provider-event.ts'
import { formatMoney } from '#src/domain/money.ts'
import type { RefundSource } from './record.ts'

/**
 * Notes a dispute: the order is flagged while the bank decides, and stays so if we lose; a person looks at it. Once each,
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
  const [opened, closed] = [`disputed:${id}`, `dispute_closed:${id}`]
  const data = { source: from.source, disputeId: id, amountCents, reason }
  const detail = `${reason}, ${formatMoney(amountCents)}`
  const flag = { kind: 'disputed', detail } as const
  await db.batch([
    addOrderFlag(db, order.id, flag, at, notYet(opened)),
    addOrderEvent(db, order.id, { kind: 'disputed', actor: 'provider', data, dedupeKey: opened }, at),
    ...(status === 'open'
      ? []
      : [
          ...(status === 'won' ? [resolveFlag(db, order.id, 'disputed', at, sql`${notYet(closed)}`)] : []),
          addOrderEvent(
            db,
            order.id,
            { kind: 'dispute_closed', actor: 'provider', data: { ...data, status }, dedupeKey: closed },
            at,
          ),
        ]),
    ...providerEventRow(deps, from.event, 'settled', at),
  ])
  if (status === 'open') log('warn', 'payment_disputed', { orderId: order.id, disputeId: id })
  return 'settled'
}
