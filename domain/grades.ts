import { isStorefrontSku, type StorefrontSku } from './catalogue.ts'
import { type Cents, formatMoney } from './money.ts'

/** Amounts from the lower to the upper one; null: no upper end. */
export type AmountRange = { minCents: Cents; maxCents: Cents | null }

/** The shop's public words about a bouquet on sale. */
type Grade = AmountRange & {
  name: string
  /** The number of red petals, of three, on the mess-up meter. */
  level: 1 | 2 | 3
}

/** The grades with their public price ranges, which stay the same when a price of the catalogue changes. */
export const GRADES: Readonly<Record<StorefrontSku, Grade>> = {
  'FLOWER-001': { name: 'Really Bad', level: 1, minCents: 4000, maxCents: 6000 },
  'FLOWER-002': { name: 'Extremely Bad', level: 2, minCents: 7000, maxCents: 10_000 },
  'FLOWER-003': { name: 'Nuclear Bad', level: 3, minCents: 12_000, maxCents: null },
}

/** The grade of a bouquet on sale; null for a SKU that is none of the three. */
export function gradeOf(sku: string): Grade | null {
  return isStorefrontSku(sku) ? GRADES[sku] : null
}

/** True if a price lies outside the public range of its bouquet's grade. */
export function leavesGrade(sku: string, priceCents: Cents): boolean {
  const grade = gradeOf(sku)
  if (!grade) return false
  return priceCents < grade.minCents || (grade.maxCents !== null && priceCents > grade.maxCents)
}

/** `$40-$60`, `$120+`, `$42.40-$63.60`; of a single amount `$50.00`. */
export function formatRange({ minCents, maxCents }: AmountRange): string {
  if (minCents === maxCents) return formatMoney(minCents)
  return maxCents === null ? `${short(minCents)}+` : `${short(minCents)}-${short(maxCents)}`
}

const short = (cents: Cents) => formatMoney(cents).replace(/\.00$/, '')
