import { STOREFRONT_SKUS } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { type AmountRange, formatRange, GRADES } from '#domain/grades.ts'
import { type Cents, formatMoney } from '#domain/money.ts'
import { PAYMENT_METHODS_TEXT } from '#domain/payment-methods.ts'
import { priceOrder, TAX_BASIS_POINTS } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import type { StorefrontProduct } from '#src/lib/shop-api.ts'

/** The texts that names between double braces stand for (docs/editing.md). */
export type TextValues = Readonly<Record<string, string>>

const OPTIONS = Object.values(DELIVERY_OPTIONS)

/** Values that hold until the next build. */
export const FIXED_VALUES: TextValues = {
  'payment methods': PAYMENT_METHODS_TEXT,
  'sales tax': `${TAX_BASIS_POINTS / 100}%`,
  ...Object.fromEntries(OPTIONS.map(({ id, feeCents }) => [`fee: ${id}`, formatMoney(feeCents)])),
  'support phone': SITE.supportPhone,
  'support hours': SITE.supportHours,
  'support email': SITE.supportEmail,
}

/**
 * Prices of the bouquets for texts, alone and with delivery and tax.
 * @param products null while the catalogue cannot be read; a bouquet that is missing has the range of its grade
 */
export function catalogueValues(
  products: readonly Pick<StorefrontProduct, 'sku' | 'priceCents'>[] | null,
): TextValues {
  const entries = STOREFRONT_SKUS.flatMap((sku) => {
    const grade = GRADES[sku]
    const priceCents = products?.find((product) => product.sku === sku)?.priceCents
    const price = priceCents === undefined ? grade : { minCents: priceCents, maxCents: priceCents }
    return [
      [`price: ${grade.name}`, formatRange(price)],
      ...OPTIONS.map(({ id, feeCents }) => [
        `total: ${grade.name}, ${id}`,
        formatRange(totalRange(price, feeCents)),
      ]),
    ]
  })
  return Object.fromEntries(entries)
}

function totalRange({ minCents, maxCents }: AmountRange, deliveryFeeCents: Cents): AmountRange {
  const total = (subtotalCents: Cents) => priceOrder({ subtotalCents, deliveryFeeCents }).totalCents
  return { minCents: total(minCents), maxCents: maxCents === null ? null : total(maxCents) }
}

/** A placeholder in a text of content/faq or content/legal: `{{payment methods}}`. */
export const PLACEHOLDER = /\{\{([^{}]*)\}\}/g

/**
 * Puts values in the place of their names.
 * @throws Error for a name without a value; the build refuses such files (src/build/content-checks)
 */
export function fillIn(text: string, values: TextValues): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    const value = values[name.trim()]
    if (value === undefined) throw new Error(`There is no value for ${placeholder}.`)
    return value
  })
}
