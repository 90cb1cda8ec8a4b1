import type {
  CityLeaf,
  ContactPointLeaf,
  MerchantReturnPolicyLeaf,
  OnlineStoreLeaf,
  WebSiteLeaf,
} from 'schema-dts'
import { SITE } from '#domain/site.ts'
import { address, sharePicture } from '#src/lib/page-metadata.ts'

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

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
 * Who we are (Google: Organization). An `OnlineStore`: schema.org's `Florist` is a place that one can walk into, whose
 * address is required and which we do not have. `additionalType` says what kind of shop it is.
 */
export function shop(): OnlineStoreLeaf {
  return {
    ...publisher(),
    additionalType: 'https://schema.org/Florist',
    description: SITE.description,
    image: address(sharePicture('/')),
    telephone: phone(),
    email: SITE.supportEmail,
    areaServed: cities(),
    contactPoint: contact(),
    hasMerchantReturnPolicy: returnPolicy(),
  }
}

/** Where we deliver. */
export function cities(): CityLeaf[] {
  return SITE.cities.map(({ name }) => ({ '@type': 'City', name }))
}

/** There are no refunds on completed orders. */
export function returnPolicy(): MerchantReturnPolicyLeaf {
  return {
    '@type': 'MerchantReturnPolicy',
    applicableCountry: 'US',
    returnPolicyCategory: 'https://schema.org/MerchantReturnNotPermitted',
    merchantReturnLink: address('/refunds'),
  }
}

function contact(): ContactPointLeaf {
  return {
    '@type': 'ContactPoint',
    contactType: 'customer support',
    telephone: phone(),
    email: SITE.supportEmail,
    availableLanguage: SITE.language,
    // Around the clock, in the words of schema.org.
    hoursAvailable: {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: [...DAYS],
      opens: '00:00',
      closes: '23:59',
    },
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
