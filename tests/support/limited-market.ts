import { eq, sql } from 'drizzle-orm'
import { shops } from '#drizzle/schema/markets.ts'
import type { TestShop } from './shop.ts'

const WEEKDAYS = ['0', '1', '2', '3', '4', '5', '6']

/**
 * Makes one shop the only active one of New York, with this many bouquets a day, and an hour; null: no limit.
 * @returns the shop's id
 */
export async function limitNewYork(
  { db }: Pick<TestShop, 'db'>,
  perDay: number | null,
  perHour: number | null = null,
): Promise<string> {
  const own = sql`market_id = 'market-nyc'`
  const [first] = await db.select().from(shops).where(own).orderBy(shops.id).limit(1)
  if (!first) throw new Error('New York has no shop')
  const week = perDay === null ? null : Object.fromEntries(WEEKDAYS.map((day) => [day, perDay]))
  await db.update(shops).set({ active: false }).where(own)
  await db
    .update(shops)
    .set({ active: true, weekdayCapacity: week, hourlyCapacity: perHour })
    .where(eq(shops.id, first.id))
  return first.id
}

/** The contact of the n-th of many buyers, each with a mailbox and a phone of their own. */
export function buyer(n: number): { email: string; phone: string } {
  return { email: `buyer${n}@example.com`, phone: `212555${String(n).padStart(4, '0')}` }
}
