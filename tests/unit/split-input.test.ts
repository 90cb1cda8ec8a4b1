import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SPLIT_PRESETS } from '#domain/cost-split.ts'
import {
  amountOf,
  judge,
  splitTexts,
  type TypedSplit,
  tidied,
  typeAmount,
} from '#src/admin/assign/split-input.ts'
import { runs } from '#tests/support/soak.ts'

test.each([
  ['80', '20.00', 8000, 2000],
  ['33.335', '66.66', 3334, 6666],
  ['33.334', '66.67', 3333, 6667],
  ['$1', '99.00', 100, 9900],
  ['0', '100.00', 0, 10_000],
])('a shop cost of %s leaves a fee of %s', (text, fee, shopCostCents, platformFeeCents) => {
  const typed = typeAmount(10_000, splitTexts(10_000, 80), 'shop', text)
  expect(typed).toEqual({ shop: text, fee })
  expect(judge(10_000, typed).split).toEqual({ shopCostCents, platformFeeCents })
})

test('a cost above the total is reported and not submitted', () => {
  const shop = judge(10_000, typeAmount(10_000, splitTexts(10_000, 80), 'shop', '120'))
  expect(shop).toMatchObject({ split: null, shopFault: 'Shop cost cannot exceed the order total' })
  expect(shop.allocation).toEqual({ state: 'over-allocated', differenceCents: 2000, mismatch: true })
  const fee = judge(10_000, typeAmount(10_000, splitTexts(10_000, 80), 'fee', '120'))
  expect(fee).toMatchObject({
    split: null,
    shopFault: undefined,
    feeFault: 'Platform fee cannot exceed the order total',
  })
  expect(fee.allocation).toMatchObject({ state: 'over-allocated', mismatch: true })
})

test('refuses a cost split that is one cent off', () => {
  const typed = typeAmount(10_000, splitTexts(10_000, 80), 'fee', '100.01')
  expect(judge(10_000, typed)).toMatchObject({ split: null, feeFault: expect.stringContaining('exceed') })
})

test.each([[''], ['-5'], ['ten'], ['1.2.3'], ['9'.repeat(20)], ['1e3']])(
  'what is no amount (%s) leaves the other one alone, and is not sent',
  (text) => {
    const typed = typeAmount(10_000, splitTexts(10_000, 80), 'shop', text)
    expect(typed.fee).toBe('20.00')
    const judged = judge(10_000, typed)
    expect(judged).toMatchObject({ split: null, shopFault: 'Please enter an amount, such as 49.99' })
    expect(judged.allocation).toEqual({ state: 'unallocated', differenceCents: 8000, mismatch: true })
  },
)

const step = fc.oneof(
  fc.record({ field: fc.constantFrom('shop', 'fee'), text: amount() }),
  fc.record({ percent: fc.constantFrom(...SPLIT_PRESETS.map(([shop]) => shop)) }),
  fc.record({ leave: fc.constantFrom('shop', 'fee') }),
) as fc.Arbitrary<
  { field: keyof TypedSplit; text: string } | { percent: number } | { leave: keyof TypedSplit }
>

function amount() {
  return fc.oneof(
    fc.integer({ min: 0, max: 20_000 }).map((cents) => (cents / 100).toFixed(2)),
    fc.integer({ min: 0, max: 30_000_000 }).map((mills) => (mills / 1000).toFixed(3)),
    fc.string({ unit: fc.constantFrom(...'0123456789.,-$ e') }),
  )
}

test('for any input in any order, only an exact split can be submitted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 15_000 }), fc.array(step, { maxLength: 12 }), (total, steps) => {
      let now = splitTexts(total, 80)
      for (const act of steps) {
        if ('percent' in act) now = splitTexts(total, act.percent)
        else if ('leave' in act) now = { ...now, [act.leave]: tidied(now[act.leave]) }
        else {
          now = typeAmount(total, now, act.field, act.text)
          const cents = amountOf(act.text)
          // A whole amount that fits is all it takes.
          if (cents !== null && cents <= total) expect(judge(total, now).split).not.toBeNull()
        }
        const { split, allocation, shopFault, feeFault } = judge(total, now)
        if (split) {
          expect(split.shopCostCents + split.platformFeeCents).toBe(total)
          expect(Math.min(split.shopCostCents, split.platformFeeCents)).toBeGreaterThanOrEqual(0)
          expect([shopFault, feeFault, allocation.mismatch]).toEqual([undefined, undefined, false])
        } else {
          expect(allocation.mismatch || shopFault || feeFault).toBeTruthy()
        }
      }
    }),
    { numRuns: runs(300) },
  )
})
