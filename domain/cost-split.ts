import { applyBasisPoints, type Cents, divideHalfUp } from './money.ts'

/** Percent of an order's total for a shop without a usual share of its own. An admin who assigns may change it. */
export const DEFAULT_SHOP_PERCENT = 80

/** Shop and platform, in percent. */
export const SPLIT_PRESETS = [
  [80, 20],
  [75, 25],
  [70, 30],
] as const

/** The presets to choose from, with the share that a shop usually gets among them, the highest share first. */
export function presetsWith(shopPercent: number): { value: number; label: string }[] {
  const shares = new Set([...SPLIT_PRESETS.map(([shop]) => shop as number), shopPercent])
  return [...shares]
    .toSorted((one, other) => other - one)
    .map((value) => ({ value, label: `${value}/${100 - value}` }))
}

/** The warning `Allocation mismatch` appears only above this. What is not exact is refused all the same. */
const TOLERANCE_CENTS = 1

export type CostSplit = { shopCostCents: Cents; platformFeeCents: Cents }

export type Allocation = {
  state: 'exact' | 'unallocated' | 'over-allocated'
  /** The amount that is left over or too much, never negative. */
  differenceCents: Cents
  mismatch: boolean
}

/**
 * Splits a total so that the parts add up to it: the shop's share is rounded half up to a cent, the platform has the rest.
 * `shopPercent` may have two decimals. Throws RangeError unless it is 0 to 100 and the total is whole cents, zero or more.
 */
export function splitByPercent(totalCents: Cents, shopPercent: number): CostSplit {
  if (!(shopPercent >= 0 && shopPercent <= 100)) throw new RangeError(`Not a percentage: ${shopPercent}`)
  if (totalCents < 0) throw new RangeError(`A total cannot be negative: ${totalCents}`)
  const shopCostCents = applyBasisPoints(totalCents, Math.round(shopPercent * 100))
  return { shopCostCents, platformFeeCents: totalCents - shopCostCents }
}

/** The part of a total that one of the two amounts leaves for the other, never below zero. */
export function remainder(totalCents: Cents, amountCents: Cents): Cents {
  return Math.max(0, totalCents - amountCents)
}

/** Compares two amounts with the total they should add up to. */
export function allocation(totalCents: Cents, shopCostCents: Cents, platformFeeCents: Cents): Allocation {
  const left = totalCents - shopCostCents - platformFeeCents
  const differenceCents = Math.abs(left)
  const state = left === 0 ? 'exact' : left > 0 ? 'unallocated' : 'over-allocated'
  return { state, differenceCents, mismatch: differenceCents > TOLERANCE_CENTS }
}

/** The shop's share of a total in percent, rounded half up to one decimal; 0 of nothing. */
export function shopPercent(totalCents: Cents, shopCostCents: Cents): number {
  return totalCents === 0 ? 0 : divideHalfUp(shopCostCents * 1000, totalCents) / 10
}
