import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { addMessage } from '#api/queries/outbox.ts'
import { floristLinks } from '#drizzle/schema/shop-orders.ts'

type Told = { orderId: string; email: string }

/** The florist's message with the link, as a statement for a batch. */
export function tellFlorist(db: Db, { orderId, email }: Told, linkId: string, at: string, onlyIf: SQL) {
  const payload = sql`${JSON.stringify({ linkId })}`
  return addMessage(
    db,
    { kind: 'florist-order', about: linkId, orderId, recipient: email, payload },
    at,
    onlyIf,
  )
}

/**
 * The message that an order was taken back, to a florist who had been told of it; as a statement for a batch, before
 * their link is revoked.
 */
export function tellFloristWithdrawn(
  db: Db,
  { orderId, email }: Told,
  shopOrderId: string,
  at: string,
  onlyIf: SQL,
) {
  return addMessage(
    db,
    {
      kind: 'florist-withdrawn',
      about: shopOrderId,
      orderId,
      recipient: email,
      payload: sql`${JSON.stringify({ shopOrderId })}`,
    },
    at,
    sql`${onlyIf} and exists (select 1 from ${floristLinks} where shop_order_id = ${shopOrderId} and revoked_at is null)`,
  )
}
