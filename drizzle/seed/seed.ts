import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { slugify } from '#domain/slug.ts'
import { US_STATES } from '#domain/us-states.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { MARKETS, PRODUCTS, SHOPS } from './data.ts'
import { newYorkZips, sanFranciscoZips } from './zip-codes.ts'

type Db = LibSQLDatabase<Record<string, never>>

const stateId = (code: string) => `state-${code.toLowerCase()}`

/**
 * Fills a new database: states, markets with their ZIP codes, bouquets, shops. What is there already stays as it is.
 * @param now ISO instant for the stamps
 */
export async function seed(db: Db, now: string): Promise<void> {
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
    db
      .insert(states)
      .values(US_STATES.map(({ code, name }) => ({ id: stateId(code), code, name })))
      .onConflictDoNothing(),
    db
      .insert(markets)
      .values(MARKETS.map((market) => ({ ...market, ...stamps })))
      .onConflictDoNothing(),
    db
      .insert(marketZipcodes)
      .values(MARKETS.flatMap(({ id }) => zips[id].map((zipcode) => ({ zipcode, marketId: id }))))
      .onConflictDoNothing(),
    db
      .insert(products)
      .values(PRODUCTS.map((product) => ({ ...product, ...stamps })))
      .onConflictDoNothing(),
    db.insert(shops).values(florists).onConflictDoNothing(),
  ])
}
