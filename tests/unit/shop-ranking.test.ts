import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptanceRate,
  mayBeAsked,
  mayBeAskedByHand,
  onTimeRate,
  rankForChoice,
  rankShops,
  type ShopCandidate,
  type ShopRecord,
} from '#domain/shop-ranking.ts'

const NEW: ShopRecord = { offered: 0, accepted: 0, declined: 0, silent: 0, delivered: 0, onTime: 0 }

function shop(id: string, record: Partial<ShopRecord> = {}, changes: Partial<ShopCandidate> = {}) {
  return {
    id,
    active: true,
    hasEmail: true,
    wasAsked: false,
    hasRoom: true,
    record: { ...NEW, ...record },
    openOrders: 0,
    distance: null,
    ...changes,
  }
}

const order = (...shops: ShopCandidate[]) => rankShops(shops).map(({ id }) => id)
const reliable = { accepted: 9, declined: 1, delivered: 8, onTime: 8 }
const unreliable = { accepted: 2, silent: 8, delivered: 2, onTime: 1 }

describe('which shop is asked', () => {
  test.each([
    ['it is inactive', { active: false }],
    ['it has no email address', { hasEmail: false }],
    ['it was asked before', { wasAsked: true }],
    ['it has no room', { hasRoom: false }],
  ])('none of which %s', (_, changes) => {
    expect(mayBeAsked(shop('a'))).toBe(true)
    expect(mayBeAsked(shop('a', {}, changes))).toBe(false)
    expect(order(shop('a', reliable, changes), shop('b', unreliable))).toEqual(['b'])
  })

  test.each<[string, Partial<ShopRecord>, Partial<ShopRecord>]>([
    ['accepts more often', { accepted: 3, declined: 1 }, { accepted: 2, declined: 2 }],
    ['answers more often', { accepted: 3, silent: 1 }, { accepted: 2, silent: 2 }],
    [
      'is on time more often',
      { accepted: 4, delivered: 4, onTime: 4 },
      { accepted: 4, delivered: 4, onTime: 3 },
    ],
    [
      'has the better product of both',
      { accepted: 8, declined: 2, delivered: 8, onTime: 8 },
      { accepted: 10, delivered: 10, onTime: 7 },
    ],
  ])('first the one that %s', (_, better, worse) => {
    expect(order(shop('a', worse), shop('b', better))).toEqual(['b', 'a'])
  })

  test('of equals the one with the fewest open orders, then by id', () => {
    expect(order(shop('a', reliable, { openOrders: 2 }), shop('b', reliable, { openOrders: 1 }))).toEqual([
      'b',
      'a',
    ])
    expect(order(shop('b', reliable), shop('a', reliable))).toEqual(['a', 'b'])
  })

  test('of equals with as many open orders the nearest, one whose distance is unknown last', () => {
    const at = (id: string, distance: number | null) => shop(id, reliable, { distance })
    expect(order(at('a', null), at('b', 3.2), at('c', 0.4), at('d', 0))).toEqual(['d', 'c', 'b', 'a'])
    expect(order(at('b', 1), at('a', 1))).toEqual(['a', 'b'])
  })

  test('a nearer shop does not come before a better one, or one with fewer open orders', () => {
    const near = { distance: 0.1 }
    expect(order(shop('a', unreliable, near), shop('b', reliable, { distance: 9 }))).toEqual(['b', 'a'])
    expect(order(shop('a', reliable, { ...near, openOrders: 1 }), shop('b', reliable))).toEqual(['b', 'a'])
  })

  test('a new shop gets the median of its market', () => {
    const middle = { accepted: 5, declined: 5, delivered: 5, onTime: 5 }
    expect(order(shop('new'), shop('bad', unreliable), shop('good', reliable), shop('mid', middle))).toEqual([
      'good',
      'mid',
      'new',
      'bad',
    ])
  })

  test('the medians are those of all its shops, also of those that may not be asked', () => {
    const asked = { wasAsked: true }
    const half = { accepted: 1, declined: 1, delivered: 1, onTime: 1 }
    expect(order(shop('new'), shop('z', half))).toEqual(['new', 'z'])
    expect(
      order(shop('new'), shop('z', half), shop('b', unreliable, asked), shop('c', unreliable, asked)),
    ).toEqual(['z', 'new'])
  })

  test('in a market without any record, by open orders and id', () => {
    expect(order(shop('c'), shop('b', {}, { openOrders: 1 }), shop('a'))).toEqual(['a', 'c', 'b'])
  })

  test('rates are unknown before the first answer and the first delivery', () => {
    expect([acceptanceRate(NEW), onTimeRate(NEW)]).toEqual([null, null])
    expect([acceptanceRate({ ...NEW, silent: 2 }), onTimeRate({ ...NEW, delivered: 2 })]).toEqual([0, 0])
  })
})

describe('the shops that a person compares', () => {
  test('are all of them: those that cannot be asked come last, each part by merit', () => {
    const shops = [
      shop('full', reliable, { hasRoom: false }),
      shop('asked', unreliable, { wasAsked: true }),
      shop('silent', unreliable),
      shop('phone', reliable, { hasEmail: false }),
    ]
    expect(rankForChoice(shops).map(({ id }) => id)).toEqual(['phone', 'silent', 'full', 'asked'])
  })
})

describe('for all shops', () => {
  const count = fc.integer({ min: 0, max: 20 })
  const candidate = fc
    .record({
      id: fc.uuid(),
      active: fc.boolean(),
      hasEmail: fc.boolean(),
      wasAsked: fc.boolean(),
      hasRoom: fc.boolean(),
      openOrders: count,
      distance: fc.option(fc.constantFrom(0, 0.4, 3.2)),
      accepted: count,
      declined: count,
      silent: count,
      delivered: count,
      late: count,
    })
    .map(({ accepted, declined, silent, delivered, late, ...rest }) => ({
      ...rest,
      record: {
        offered: accepted + declined + silent,
        accepted,
        declined,
        silent,
        delivered,
        onTime: Math.max(0, delivered - late),
      },
    }))
  const shops = fc.uniqueArray(candidate, { selector: ({ id }) => id, maxLength: 12 })

  test('exactly those that may be asked are ranked, however they come', () => {
    fc.assert(
      fc.property(shops, fc.infiniteStream(fc.nat()), (all, numbers) => {
        const ranked = order(...all)
        expect(new Set(ranked)).toEqual(new Set(all.filter(mayBeAsked).map(({ id }) => id)))
        const shuffled = all
          .map((one) => ({ one, key: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ one }) => one)
        expect(order(...shuffled)).toEqual(ranked)
      }),
    )
  })

  test('a person compares all of them, those that may be asked in the order of the system', () => {
    fc.assert(
      fc.property(shops, (all) => {
        const ranked = rankForChoice(all)
        expect(new Set(ranked)).toEqual(new Set(all))
        expect(ranked.slice(0, all.filter(mayBeAskedByHand).length).every(mayBeAskedByHand)).toBe(true)
        expect(ranked.filter(mayBeAsked).map(({ id }) => id)).toEqual(order(...all))
      }),
    )
  })
})
