import { expect, test } from 'vitest'
import { RECENT_ORDERS_MAX } from '#domain/limits.ts'
import { firstSeen, newSince } from '#src/admin/orders/new-orders.tsx'

const order = (n: number) => ({
  id: `order-${n}`,
  reference: `ORD-${n}`,
  paidAt: new Date(Date.UTC(2026, 5, 4, 0, n)).toISOString(),
})
/** The orders from the newest to the oldest. */
const orders = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => order(from - n))

test('what the first look shows is no news', () => {
  for (const recent of [[], [order(1)], orders(RECENT_ORDERS_MAX, 1)]) {
    expect(newSince(firstSeen(recent), recent)).toEqual([])
  }
})

test('in a shop without orders the first one is news', () => {
  expect(newSince(firstSeen([]), [order(1)])).toEqual([order(1)])
})

test('several new ones are news together, newest first', () => {
  expect(newSince(firstSeen(orders(20, 1)), orders(23, 4))).toEqual(orders(23, 21))
})

test('one that was paid earlier but reported later is news', () => {
  const known = [order(30), ...orders(20, 2)]
  expect(newSince(firstSeen(known), [order(30), order(25), ...orders(20, 3)])).toEqual([order(25)])
})

test('an older one that takes the place of a refunded one is not', () => {
  const seen = firstSeen(orders(21, 2))
  expect(newSince(seen, [...orders(20, 2), order(1)])).toEqual([])
})
