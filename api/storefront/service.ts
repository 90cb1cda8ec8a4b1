import { availability } from '#domain/availability.ts'
import { describeProduct } from '#domain/catalogue.ts'
import type { StorefrontProduct } from './product-schema.ts'
import type { ProductRow, ServingMarket } from './queries.ts'
import type { ZipAnswer } from './zip-schema.ts'

/** A product as the storefront sees it: with the default description where it has none. */
export function productAnswerOf(row: ProductRow): StorefrontProduct {
  const { id, sku, title, priceCents, imageUrl } = row
  return { id, sku, title, priceCents, imageUrl, description: describeProduct(row) }
}

/** What is said about a ZIP at an instant. */
export function zipAnswerOf(zip: string, market: ServingMarket | null, now: Date): ZipAnswer {
  if (!market) return { zip, served: false, market: null, availability: null }
  const { changesAt, ...open } = availability(now, market.schedule)
  return {
    zip,
    served: true,
    market: {
      ...market,
      schedule: { ...market.schedule, openingHours: market.schedule.openingHours ?? null },
    },
    availability: { ...open, changesAt: changesAt.toISOString() },
  }
}
