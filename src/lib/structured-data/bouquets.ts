import type { OfferLeaf, ProductLeaf } from 'schema-dts'
import type { StorefrontProduct } from '#src/contracts/products.ts'
import { fallbackImage } from '#src/domain/catalogue.ts'
import { address } from '#src/lib/address.ts'
import { dollars } from '#src/lib/flow-address.ts'
import { SITE } from '#src/site.ts'
import { cities, returnPolicy, shopReference } from './shop.ts'

/**
 * The bouquets on sale, each with its offer (Google: merchant listings). No ratings, and no day until which a price
 * holds: there are none. No `shippingDetails` either: search engines read a country, a state or single ZIP codes there,
 * and two cities are none of these.
 * @param products as the page shows them
 *
 */
export function bouquets(products: readonly StorefrontProduct[]): ProductLeaf[] {
  return products.map((product) => ({
    '@type': 'Product',
    '@id': address(`/home#${product.sku}`),
    name: product.title,
    description: product.description,
    image: address(product.imageUrl ?? `/bouquets/${fallbackImage(product.title)}.jpg`),
    sku: product.sku,
    brand: { '@type': 'Brand', name: SITE.brand },
    offers: offer(product),
  }))
}

function offer({ priceCents }: StorefrontProduct): OfferLeaf {
  return {
    '@type': 'Offer',
    url: address('/home'),
    price: dollars(priceCents),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    areaServed: cities(),
    seller: shopReference(),
    hasMerchantReturnPolicy: returnPolicy(),
  }
}
