import type {
  CityLeaf,
  MerchantReturnPolicyLeaf,
  OfferLeaf,
  OnlineStoreLeaf,
  ProductLeaf,
  Thing,
  WebSiteLeaf,
} from 'schema-dts'
import { fallbackImage } from '#domain/catalogue.ts'
import { SITE } from '#domain/site.ts'
import { addDays } from '#domain/zoned-time.ts'
import { addressOf, dollars } from './flow-address.ts'
import { address, isoDay, sharePicture } from './page-metadata.ts'
import type { StorefrontProduct } from './shop-api.ts'
import { shippingServices } from './structured-shipping.ts'

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
 * The shop as the seller of what a page offers, with its deliveries. For pages that are rendered on demand: the cut-off
 * moves with the clocks.
 */
export function seller(now: Date): OnlineStoreLeaf {
  return { ...publisher(), hasShippingService: shippingServices(now) }
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
 * @param detail `full` with all pictures, for the page where they are chosen
 */
export function bouquets(products: readonly Product[], now: Date, detail: 'short' | 'full'): ProductLeaf[] {
  const priceValidUntil = addDays(isoDay(now), PRICE_DAYS)
  return products.map((product): ProductLeaf => {
    const [picture = '', ...others] = pictures(product)
    return {
      '@type': 'Product',
      '@id': address(`/home#${product.sku}`),
      name: product.title,
      description: product.description,
      image: detail === 'full' ? [picture, ...others].map(address) : address(picture),
      sku: product.sku,
      brand: { '@type': 'Brand', name: SITE.brand },
      offers: { ...offer(product), priceValidUntil },
    }
  })
}

/** A product's own picture, else ours in the three shapes that search engines show, the square one first. */
export function pictures({ title, imageUrl }: Pick<Product, 'title' | 'imageUrl'>): string[] {
  if (imageUrl) return [imageUrl]
  return ['', '-4x3', '-16x9'].map((shape) => `/bouquets/${fallbackImage(title)}${shape}.jpg`)
}

/** The page with a bouquet chosen. */
export function bouquetPage({ sku }: Pick<Product, 'sku'>): string {
  return address(addressOf('/home', { optionId: sku }))
}

function offer(product: Product): OfferLeaf {
  return {
    '@type': 'Offer',
    url: bouquetPage(product),
    price: dollars(product.priceCents),
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    itemCondition: 'https://schema.org/NewCondition',
    areaServed: cities(),
    seller: shopReference(),
    hasMerchantReturnPolicy: returnPolicy(),
  }
}
