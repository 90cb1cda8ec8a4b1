import type { DefinedRegionLeaf, OfferShippingDetailsLeaf } from 'schema-dts'
import { DELIVERY_OPTIONS } from '#domain/delivery.ts'
import { CURRENCY } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import { address } from '#src/lib/address.ts'
import { dollars } from '#src/lib/flow-address.ts'

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
