import { formatMoney } from '#domain/money.ts'
import type { ProductFields } from './queries.ts'

/** A product as its history tells it. */
export function told({ sku, title, priceCents, description, imageUrl }: ProductFields) {
  return { sku, title, priceCents: formatMoney(priceCents), description, imageUrl }
}
