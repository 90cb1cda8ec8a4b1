import type { StorefrontSku } from '#src/domain/catalogue.ts'

/** What the shop says in public about each grade (§1), beside the price of the day. */
export type Grade = {
  /** How many of the three petals of the mess-up meter are red. */
  level: 1 | 2 | 3
  range: string
}

const GRADES: Readonly<Record<StorefrontSku, Grade>> = {
  'FLOWER-001': { level: 1, range: '$40-$60' },
  'FLOWER-002': { level: 2, range: '$70-$100' },
  'FLOWER-003': { level: 3, range: '$120+' },
}

/** The grade of a bouquet on sale; null for a SKU that is none of the three. */
export function gradeOf(sku: string): Grade | null {
  return Object.hasOwn(GRADES, sku) ? GRADES[sku as StorefrontSku] : null
}
