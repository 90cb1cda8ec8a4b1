import type { DefinedRegionLeaf, OfferLeaf, OfferShippingDetailsLeaf, ProductLeaf } from 'schema-dts'
import { fallbackImage } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { CURRENCY } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import { addDays } from '#domain/zoned-time.ts'
import type { StorefrontProduct } from '#src/lib/api.ts'
import { addressOf, dollars } from '#src/lib/flow-address.ts'
import { address, isoDay } from '#src/lib/page-metadata.ts'
import { cities, returnPolicy, shopReference } from './shop.ts'

type Product = Pick<StorefrontProduct, 'sku' | 'title' | 'description' | 'priceCents' | 'imageUrl'>

/** Rendered pages are kept for a day at most, so a price that search engines have read is confirmed long before. */
const PRICE_DAYS = 30

/**
 * The bouquets on sale, each with its offer (Google: merchant listings). No ratings: there are none.
 * @param products as the page shows them
 * @param now from which prices hold for {@link PRICE_DAYS} days
 * @param detail `full` with all pictures and the ways of delivery, for the page where they are chosen
 */
export function bouquets(
  products: readonly Product[],
  now: Date,
  detail: 'short' | 'full',
): (ProductLeaf | Shipping)[] {
  const priceValidUntil = addDays(isoDay(now), PRICE_DAYS)
  const ways = detail === 'full' ? shipping() : []
  const shippingDetails = ways.map((way) => ({ '@id': way['@id'] }))
  const nodes = products.map((product): ProductLeaf => {
    const [picture = '', ...others] = pictures(product)
    return {
      '@type': 'Product',
      '@id': address(`/home#${product.sku}`),
      name: product.title,
      description: product.description,
      image: detail === 'full' ? [picture, ...others].map(address) : address(picture),
      sku: product.sku,
      brand: { '@type': 'Brand', name: SITE.brand },
      offers: { ...offer(product), priceValidUntil, ...(detail === 'full' && { shippingDetails }) },
    }
  })
  return [...nodes, ...ways]
}

/** A product's own picture, else ours in the three shapes that search engines show. */
function pictures({ title, imageUrl }: Product): string[] {
  if (imageUrl) return [imageUrl]
  return ['', '-4x3', '-16x9'].map((shape) => `/bouquets/${fallbackImage(title)}${shape}.jpg`)
}

function offer({ sku, priceCents }: Product): OfferLeaf {
  return {
    '@type': 'Offer',
    // The page with this bouquet chosen.
    url: address(addressOf('/home', { optionId: sku })),
    price: dollars(priceCents),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    areaServed: cities(),
    seller: shopReference(),
    hasMerchantReturnPolicy: returnPolicy(),
  }
}

/** A node that offers of the same page refer to. */
export type Shipping = OfferShippingDetailsLeaf & { '@id': string }

/** The delivery windows, each with its fee, time and area (Google: merchant listings, shipping). */
export function shipping(): Shipping[] {
  return Object.values(DELIVERY_OPTIONS).map((option) => ({
    '@type': 'OfferShippingDetails',
    '@id': address(`/#delivery-${option.id}`),
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: dollars(option.feeCents),
      currency: CURRENCY.toUpperCase(),
    },
    shippingDestination: SITE.cities.map(region),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(0),
      transitTime: days(option.sameDay ? 0 : 1),
    },
  }))
}

/** A city is no region that search engines read; the beginnings of its ZIP codes are. */
function region({ zipPrefixes }: (typeof SITE.cities)[number]): DefinedRegionLeaf {
  return { '@type': 'DefinedRegion', addressCountry: 'US', postalCodePrefix: [...zipPrefixes] }
}

function days(count: number) {
  return { '@type': 'QuantitativeValue', minValue: count, maxValue: count, unitCode: 'DAY' } as const
}
