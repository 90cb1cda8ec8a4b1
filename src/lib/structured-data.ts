import type {
  CityLeaf,
  MerchantReturnPolicyLeaf,
  OfferLeaf,
  OfferShippingDetailsLeaf,
  OnlineStoreLeaf,
  ProductLeaf,
  Thing,
  WebSiteLeaf,
} from 'schema-dts'
import { fallbackImage } from '#domain/catalogue.ts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { CURRENCY } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import { addDays } from '#domain/zoned-time.ts'
import { addressOf, dollars } from './flow-address.ts'
import { address, isoDay, sharePicture } from './page-metadata.ts'
import type { StorefrontProduct } from './shop-api.ts'

/** The schema.org data of a page: one node, or several that may refer to each other. */
export type StructuredData = Node | readonly Node[]

type Node = Exclude<Thing, string>

/**
 * Structured data as the text of a script element.
 * @param data one node or several; several become one graph
 */
export function jsonLd(data: StructuredData): string {
  // As the union of everything that schema.org knows, narrowing it would take a seventh of the whole type check.
  const written: object = data
  const nodes = Array.isArray(written) ? { '@graph': written } : written
  // A script element ends at the first "</script", whatever JSON thinks of it.
  return JSON.stringify({ '@context': 'https://schema.org', ...nodes }).replaceAll('<', '\\u003c')
}

/** A reference from other nodes of a page to the shop. */
export function shopReference(): { '@id': string } {
  return { '@id': address('/#shop') }
}

/** The shop in short, for pages of which it is the author or the seller. */
export function publisher(): OnlineStoreLeaf {
  return {
    '@type': 'OnlineStore',
    ...shopReference(),
    name: SITE.brand,
    url: address('/'),
    logo: address('/icon-512.png'),
  }
}

/**
 * Who we are (Google: Organization). An `OnlineStore`: schema.org's `Florist` is a place that one can walk into, which
 * we are not. `additionalType` says what kind of shop it is.
 */
export function shop(): OnlineStoreLeaf {
  const { street, city, state, zip } = SITE.businessAddress
  return {
    ...publisher(),
    additionalType: 'https://schema.org/Florist',
    description: SITE.description,
    image: address(sharePicture('/')),
    telephone: phone(),
    email: SITE.supportEmail,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: state,
      postalCode: zip,
      addressCountry: 'US',
    },
    areaServed: cities(),
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      telephone: phone(),
      email: SITE.supportEmail,
      availableLanguage: SITE.language,
      // Around the clock, in the words of schema.org.
      hoursAvailable: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
        opens: '00:00',
        closes: '23:59',
      },
    },
    hasMerchantReturnPolicy: returnPolicy(),
  }
}

/** Where we deliver. */
function cities(): CityLeaf[] {
  return SITE.cities.map(({ name }) => ({ '@type': 'City', name }))
}

/** There are no refunds on completed orders. */
function returnPolicy(): MerchantReturnPolicyLeaf {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    merchantReturnLink: address('/refunds'),
  }
}

function phone(): string {
  return `+1${SITE.supportPhone.replace(/\D/g, '')}`
}

/** The site as a whole: what search engines call it (Google: site names). */
export function webSite(): WebSiteLeaf {
  return {
    '@type': 'WebSite',
    '@id': address('/#site'),
    name: SITE.brand,
    url: address('/'),
    description: SITE.description,
    inLanguage: SITE.language,
    publisher: shopReference(),
  }
}

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
type Shipping = OfferShippingDetailsLeaf & { '@id': string }

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
    // A city is no region that search engines read; the beginnings of its ZIP codes are.
    shippingDestination: SITE.cities.map(({ zipPrefixes }) => ({
      '@type': 'DefinedRegion',
      addressCountry: 'US',
      postalCodePrefix: [...zipPrefixes],
    })),
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(0),
      transitTime: days(option.sameDay ? 0 : 1),
    },
  }))
}

function days(count: number) {
  return { '@type': 'QuantitativeValue', minValue: count, maxValue: count, unitCode: 'DAY' } as const
}
