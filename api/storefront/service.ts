import { availability } from '#domain/availability.ts'
import { describeProduct } from '#domain/catalogue.ts'
import { boxOnlyZipMessage, cityAndStateOfZip, isBoxOnlyZip } from '#domain/postal-address.ts'
import type { ProductRow, ServingMarket } from './queries.ts'

/** A product as the storefront sees it: with the default description where it has none. */
export function productAnswerOf({ description, ...product }: ProductRow) {
  return { ...product, description: describeProduct({ ...product, description }) }
}

/** Where a ZIP is, whether it is served at an instant, by which market, and which delivery options are open. */
export function zipAnswerOf(zip: string, market: ServingMarket | null, now: Date) {
  const place = cityAndStateOfZip(zip)
  /** Why nothing can ever be delivered there; null where something can. */
  const neverServed = isBoxOnlyZip(zip) ? boxOnlyZipMessage(zip) : null
  if (!market || neverServed !== null) {
    return { zip, served: false, neverServed, place, market: null, availability: null }
  }
  const { changesAt, ...open } = availability(now, market.schedule)
  return {
    zip,
    served: true,
    neverServed,
    place,
    market,
    availability: { ...open, changesAt: changesAt.toISOString() },
  }
}
