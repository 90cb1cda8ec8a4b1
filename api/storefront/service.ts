import { availability } from '#domain/availability.ts'
import { describeProduct } from '#domain/catalogue.ts'
import { cityAndStateOfZip } from '#domain/postal-address.ts'
import type { ProductRow, ServingMarket } from './queries.ts'

/** A product as the storefront sees it: with the default description where it has none. */
export function productAnswerOf({ description, ...product }: ProductRow) {
  return { ...product, description: describeProduct({ ...product, description }) }
}

/** Where a ZIP is, whether it is served at an instant, by which market, and which delivery options are open. */
export function zipAnswerOf(zip: string, market: ServingMarket | null, now: Date) {
  const place = cityAndStateOfZip(zip)
  if (!market) return { zip, served: false, place, market: null, availability: null }
  const { changesAt, ...open } = availability(now, market.schedule)
  return { zip, served: true, place, market, availability: { ...open, changesAt: changesAt.toISOString() } }
}
