import type {
  DefinedRegionLeaf,
  MonetaryAmountLeaf,
  ServicePeriodLeaf,
  ShippingServiceLeaf,
} from 'schema-dts'
import { CUTOFF_HOUR } from '#domain/availability.ts'
import { DELIVERY_OPTIONS, type DeliveryOption } from '#domain/delivery.ts'
import { CURRENCY } from '#domain/pricing.ts'
import { SITE } from '#domain/site.ts'
import { instantOn, isoDate, offsetText } from '#domain/zoned-time.ts'
import { dollars } from './flow-address.ts'

type City = (typeof SITE.cities)[number]

/**
 * The delivery windows, each with its fee, time and area, for all that the shop sells (Google: shipping policy). Each city has
 * a cut-off of its own for the same day, by its clock; tomorrow has none.
 * @param now whose day it is: the cut-off's offset from UTC is that day's
 */
export function shippingServices(now: Date): ShippingServiceLeaf[] {
  const options = Object.values(DELIVERY_OPTIONS)
  const sameDay = options.filter((option) => option.sameDay)
  const later = options.filter((option) => !option.sameDay)
  return [
    ...SITE.cities.map((city) => service([city], sameDay, { cutoffTime: cutoffTime(now, city.timeZone) })),
    service(SITE.cities, later, {}),
  ]
}

function service(
  cities: readonly City[],
  options: readonly DeliveryOption[],
  handling: Pick<ServicePeriodLeaf, 'cutoffTime'>,
): ShippingServiceLeaf {
  return {
    '@type': 'ShippingService',
    fulfillmentType: 'https://schema.org/FulfillmentTypeDelivery',
    handlingTime: { '@type': 'ServicePeriod', ...handling, duration: days(0) },
    shippingConditions: options.map((option) => ({
      '@type': 'ShippingConditions',
      name: option.label,
      shippingRate: fee(option),
      shippingDestination: cities.map(area),
      transitTime: { '@type': 'ServicePeriod', duration: days(option.sameDay ? 0 : 1) },
    })),
  }
}

/** The last moment for the same day by a city's clock, as ISO 8601 has a time: `14:00:00-05:00`. */
function cutoffTime(now: Date, timeZone: string): string {
  const cutoff = instantOn(isoDate(now, timeZone), timeZone, CUTOFF_HOUR)
  return `${String(CUTOFF_HOUR).padStart(2, '0')}:00:00${offsetText(cutoff, timeZone)}`
}

function fee({ feeCents }: DeliveryOption): MonetaryAmountLeaf {
  return { '@type': 'MonetaryAmount', value: dollars(feeCents), currency: CURRENCY.toUpperCase() }
}

/** A city is no region that search engines read; the beginnings of its ZIP codes are. */
function area({ zipPrefixes }: City): DefinedRegionLeaf {
  return { '@type': 'DefinedRegion', addressCountry: 'US', postalCodePrefix: [...zipPrefixes] }
}

function days(count: number) {
  return { '@type': 'QuantitativeValue', minValue: count, maxValue: count, unitCode: 'DAY' } as const
}
