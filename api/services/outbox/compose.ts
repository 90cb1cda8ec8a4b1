import type { Deps } from '#api/deps.ts'
import type { Message } from '#api/mail/mail.ts'
import { orderConfirmation } from '#api/mail/order-confirmation.tsx'
import { paidAfterCancellation } from '#api/mail/paid-after-cancellation.tsx'
import { orderWithItem } from '#api/queries/order-details.ts'
import { ORDER_MESSAGES, type OrderMessage, type OutboxRow } from '#api/queries/outbox.ts'

/**
 * Writes out a message of the outbox.
 * @throws Error when its order is gone or its kind is unknown
 */
export async function compose({ db, config }: Pick<Deps, 'db' | 'config'>, row: OutboxRow): Promise<Message> {
  const kind = ORDER_MESSAGES.find((known) => known === row.kind)
  const found = row.orderId === null ? null : await orderWithItem(db, row.orderId)
  if (!kind || !found) throw new Error(`Message ${row.id} has no order or no known kind`)
  const templates: Record<OrderMessage, typeof orderConfirmation> = {
    'order-confirmation': orderConfirmation,
    'paid-after-cancellation': paidAfterCancellation,
  }
  const content = await templates[kind](found, config.origin)
  return { to: row.recipient, ...content }
}
