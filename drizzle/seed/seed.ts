import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { US_STATES } from '#domain/postal-address.ts'
import { slugify } from '#domain/text.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { MARKETS, PRODUCTS, SHOPS } from './data.ts'
import { newYorkZips, sanFranciscoZips } from './zip-codes.ts'

type Db = LibSQLDatabase<Record<string, never>>

const stateId = (code: string) => `state-${code.toLowerCase()}`

/**
 * Fills a new database: states, markets with their ZIP codes, bouquets, and sample florists if asked. One that was filled
 * before stays as it is: what was changed or deleted in it stays so.
 * @param now ISO instant for the stamps
 * @returns true if it was new
 */
export async function seed(
  db: Db,
  now: string,
  { sampleFlorists }: { sampleFlorists: boolean },
): Promise<boolean> {
  // Nothing in the shop deletes a state.
  if ((await db.$count(states)) > 0) return false
  const stamps = { createdAt: now, updatedAt: now }
  const zips = { 'market-nyc': newYorkZips(), 'market-sf': sanFranciscoZips() }
  const florists = MARKETS.flatMap(({ id }) => {
    const { city, state, shops } = SHOPS[id]
    return shops.map((shop) => ({
      ...shop,
      id: `shop-${slugify(shop.name)}`,
      marketId: id,
      stateId: stateId(state),
      city,
      email: `${slugify(shop.name)}@florists.example`,
      ...stamps,
    }))
  })
  await db.batch([
    db.insert(states).values(US_STATES.map(({ code, name }) => ({ id: stateId(code), code, name }))),
    // Without florists nobody could make what is ordered.
    db
      .insert(markets)
      .values(MARKETS.map((market) => ({ ...market, closedWithoutFlorist: !sampleFlorists, ...stamps }))),
    db
      .insert(marketZipcodes)
      .values(MARKETS.flatMap(({ id }) => zips[id].map((zipcode) => ({ zipcode, marketId: id })))),
    db.insert(products).values(PRODUCTS.map((product) => ({ ...product, ...stamps }))),
    ...(sampleFlorists ? [db.insert(shops).values(florists)] : []),
  ])
  return true
}
