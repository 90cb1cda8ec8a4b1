import type { Db } from '#api/deps.ts'
import { marketPage } from '#api/markets/queries.ts'
import { orderPageOf } from '#api/orders/list-queries.ts'
import { shopPage } from '#api/shops/queries.ts'

/** The number of hits shown of a kind: who finds more searches in the list. */
const SHOWN_MAX = 5

/**
 * Orders, shops and markets that a text names, the newest orders first. A market is also found by its ZIP codes.
 * @param q empty: nothing is found
 */
export async function searchRecords(db: Db, q = '') {
  if (q === '') return { orders: [], shops: [], markets: [] }
  const [orders, shops, markets] = await Promise.all([
    orderPageOf(db, { q, page: 1, sort: 'created' }),
    shopPage(db, q, 1),
    marketPage(db, q, 1),
  ])
  return {
    orders: orders.rows
      .slice(0, SHOWN_MAX)
      .map(({ id, reference, customerName, status }) => ({ id, reference, customerName, status })),
    shops: shops.rows
      .slice(0, SHOWN_MAX)
      .map(({ id, name, marketName, active }) => ({ id, name, marketName, active })),
    markets: markets.rows.slice(0, SHOWN_MAX).map(({ id, name }) => ({ id, name })),
  }
}
