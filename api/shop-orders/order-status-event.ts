import type { SQL } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { addOrderEvent, type OrderEvent } from '#api/platform/audit/order-events.ts'
import type { OrderStatus } from '#domain/order-status.ts'

/** What a change of the shop order does to the status of its order, in the log; nothing if it stays. For a batch. */
export function orderStatusEvent(
  db: Db,
  order: { id: string; status: OrderStatus },
  to: OrderStatus,
  who: Pick<OrderEvent, 'actor' | 'actorId'>,
  at: string,
  onlyIf: SQL,
) {
  if (to === order.status) return []
  const event = { kind: 'status_changed', ...who, data: { from: order.status, to } }
  return [addOrderEvent(db, order.id, event, at, onlyIf)]
}
