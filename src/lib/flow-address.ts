import type { DeliveryOption } from '#domain/delivery.ts'
import type { StorefrontProduct } from '#src/lib/shop-api.ts'

/** The bouquet as the addresses of the purchase carry it. Only optionId counts: the price is a hint, never trusted. */
type Chosen = Pick<StorefrontProduct, 'sku' | 'title' | 'priceCents'>

/** Cents as the address has them: `49.99`. */
export function dollars(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** The fields of /delivery-options. */
export function bouquetFields({ sku, title, priceCents }: Chosen): Record<string, string> {
  return { optionId: sku, price: dollars(priceCents), product: title }
}

/** The fields of /payment. */
export function checkoutFields(product: Chosen, option: DeliveryOption): Record<string, string> {
  const { optionId = '', price = '', product: title = '' } = bouquetFields(product)
  return {
    optionId,
    price,
    deliveryOption: option.id,
    deliveryPrice: dollars(option.feeCents),
    // Part of the address of /payment (docs/product.md); only page views read it.
    meetDriver: 'false',
    product: title,
  }
}

/** A path with its fields. */
export function addressOf(path: string, fields: Record<string, string>): string {
  return `${path}?${new URLSearchParams(fields)}`
}

/** Why someone was sent to another page, in words for the key in the address; null for one that is unknown. */
export function noticeText(key: string | null): string | null {
  return key === 'product-not-found' ? 'Product not found' : null
}
