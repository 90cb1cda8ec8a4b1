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
  const first = { q, page: 1, size: SHOWN_MAX }
  const [orders, shops, markets] = await Promise.all([
    orderPageOf(db, { ...first, sort: 'created' }),
    shopPage(db, first),
    marketPage(db, first),
  ])
  return {
    orders: orders.rows.map(({ id, reference, customerName, status }) => ({
      id,
      reference,
      customerName,
      status,
    })),
    shops: shops.rows.map(({ id, name, marketName, active }) => ({ id, name, marketName, active })),
    markets: markets.rows.map(({ id, name }) => ({ id, name })),
  }
}
