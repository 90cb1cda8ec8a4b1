import type { ProductFields } from '#api/queries/admin-products.ts'
import { formatMoney } from '#src/domain/money.ts'

/** A product as its history tells it. */
export function told({ sku, title, priceCents, description, imageUrl }: ProductFields) {
  return { sku, title, priceCents: formatMoney(priceCents), description, imageUrl }
}
