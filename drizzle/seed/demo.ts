import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { byWeekday } from '#domain/opening-hours.ts'
import { markets, marketZipcodes, shops } from '#drizzle/schema/markets.ts'

type Db = LibSQLDatabase<Record<string, never>>

/** A market whose florists have to answer, and its one florist, who makes few bouquets. */
export const DEMO = { marketId: 'market-demo', zip: '07030', bouquetsADay: 3, bouquetsAnHour: 1 } as const

/**
 * Adds what a new shop does not show: a florist with a small capacity and a market with `Ask for an answer`, in a place of
 * their own. What is there already stays as it is.
 * @param now ISO instant for the stamps
 */
export async function seedDemo(db: Db, now: string): Promise<void> {
  const stamps = { createdAt: now, updatedAt: now }
  const { marketId, zip, bouquetsADay, bouquetsAnHour: hourlyCapacity } = DEMO
  await db.batch([
    db
      .insert(markets)
      .values({
        id: marketId,
        name: 'Hoboken (demo)',
        timeZone: 'America/New_York',
        asksForAnswer: true,
        ...stamps,
      })
      .onConflictDoNothing(),
    db.insert(marketZipcodes).values({ zipcode: zip, marketId }).onConflictDoNothing(),
    db
      .insert(shops)
      .values({
        id: 'shop-demo',
        name: 'Three a Day Flowers',
        marketId,
        stateId: 'state-nj',
        city: 'Hoboken',
        zip,
        streetAddress: '212 Washington St',
        phone: '(201) 555-0131',
        email: 'three-a-day@florists.example',
        weekdayCapacity: byWeekday(() => bouquetsADay),
        hourlyCapacity,
        ...stamps,
      })
      .onConflictDoNothing(),
  ])
}
