import type { ProductRow } from '#api/storefront/queries.ts'
import { describeProduct, publicImage, sizeText } from '#domain/catalogue.ts'
import { CURRENCY } from '#domain/pricing.ts'

/** The currency of all prices, as the protocol spells it. */
export const USD = CURRENCY.toUpperCase()

/** By Google's taxonomy `… > Gift Giving > Fresh Cut Flowers`, and by our own word. */
const CATEGORIES = [
  { value: '2899', taxonomy: 'google_product_category' },
  { value: 'Flowers', taxonomy: 'merchant' },
]

/** The categories that a filter can name. */
export const CATEGORY_VALUES = CATEGORIES.map(({ value }) => value)

/**
 * A bouquet as a product with one variant.
 * @param onVariant what an answer says about the variant beside what is stored
 */
export function productOf(row: ProductRow, origin: string, onVariant: Record<string, unknown>) {
  const price = { amount: row.priceCents, currency: USD }
  const description = describeProduct(row)
  const size = sizeText(row)
  const media = [{ type: 'image', url: publicImage(row, origin), alt_text: `${row.title}: the bouquet` }]
  return {
    id: row.id,
    title: row.title,
    description: { plain: description },
    url: `${origin}/home?${new URLSearchParams({ optionId: row.sku })}`,
    categories: CATEGORIES,
    price_range: { min: price, max: price },
    media,
    variants: [
      {
        id: row.sku,
        sku: row.sku,
        title: row.title,
        description: { plain: size ? `${description} ${size}.` : description },
        price,
        media,
        ...onVariant,
      },
    ],
  }
}
