import { join } from 'node:path'
import type { Client } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql/web'
import { inject } from 'vitest'
import { shortTokens } from '#api/platform/link-tokens.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { readSecrets } from '#local/settings.ts'
import { floristLink, order, orderItem, shopOrder } from '#tests/support/rows.ts'

/** A florist who has accepted an order of the shared shop. @returns the token of the link */
export async function acceptedOrder(client: Client): Promise<{ id: string; token: string }> {
  const db = drizzle(client, { casing: 'snake_case' })
  const [id, linkId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { authKey } = readSecrets(join('.local', String(inject('port'))))
  const [{ token, hash }] = await shortTokens(
    { authKeys: [{ id: 'local', secret: authKey }] },
    `florist ${linkId}`,
  )
  const reference = `ORD-${id.slice(0, 8).toUpperCase()}`
  const isOurs = { orderReference: reference, marketId: 'market-nyc', paymentReference: id, isSample: true }
  const status = { paymentStatus: 'paid', status: 'confirmed', assignmentStatus: 'assigned' } as const
  await db.insert(orders).values(order({ id, ...isOurs, ...status }))
  await db.insert(orderItems).values(orderItem({ id, orderId: id }))
  const florist = await client.execute("select id from shops where market_id = 'market-nyc' limit 1")
  const given = { id, orderId: id, shopId: String(florist.rows[0]?.['id']), status: 'confirmed' } as const
  await db.insert(shopOrders).values(shopOrder({ ...given, statusUpdatedAt: new Date().toISOString() }))
  const expiresAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  await db
    .insert(floristLinks)
    .values(floristLink({ id: linkId, shopOrderId: id, tokenHash: hash, expiresAt }))
  return { id, token }
}
