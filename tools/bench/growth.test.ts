import { expect, test } from 'vitest'
import { benchGrowth } from './growth.ts'

// The bench itself works, and what it counts: milliseconds belong to `npm run bench`.

/** Where it is not the guard's and two for what is shown. */
const ROUND_TRIPS: Record<string, number> = {
  // Its days can be read once the zone of its market is known.
  shop: 4,
}

test('every read of the back office, and an order, ask the database as often whatever the number of orders', async () => {
  const [reads, file, sizes] = await benchGrowth({ counts: [100, 300], rounds: 1 })
  expect(reads?.rows.length).toBeGreaterThan(50)
  for (const row of reads?.rows ?? []) {
    const [few, many] = row.at(-1)?.split(' / ').map(Number) ?? []
    expect(many, `${row[0]}: round trips`).toBe(few)
    expect(few, `${row[0]}: round trips`).toBeLessThanOrEqual(ROUND_TRIPS[String(row[0])] ?? 3)
  }
  expect(file?.rows.map(([count]) => count)).toEqual(['100', '300'])
  expect(sizes?.rows.map(([count]) => count)).toEqual(['100', '300'])
})
