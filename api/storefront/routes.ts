import { Hono } from 'hono'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { availability } from '#domain/availability.ts'
import { describeProduct } from '#domain/catalogue.ts'
import { orderTerms } from '#domain/order-terms.ts'
import { boxOnlyZipMessage, cityAndStateOfZip, isBoxOnlyZip } from '#domain/postal-address.ts'
import {
  type ProductRow,
  productsOnSale,
  readServingMarket,
  readStorefront,
  type ServingMarket,
} from './queries.ts'
import { productParams, storefrontQuery, zipParams } from './schema.ts'

const PRODUCTS_FAILED = 'Failed to load products. Please try again later.'

/** Routes for visitors before they buy: catalogue, served ZIPs, open delivery options. */
export const storefront = new Hono<ApiEnv>()
  .get(
    '/storefront',
    describeRoute(
      'shop',
      'The catalog, one bouquet, one ZIP code and the terms of an option in a single response, for the checkout pages',
      { message: PRODUCTS_FAILED },
    ),
    input('query', storefrontQuery),
    async (c) => {
      const { sku, zip, option } = c.req.valid('query')
      const { db, clock } = c.var.deps
      const { onSale, market, proof } = await readStorefront(db, zip, clock.now())
      const products = onSale.map(productAnswerOf)
      const product = products.find((product) => product.sku === sku) ?? null
      const schedule = market?.schedule ?? null
      return c.json({
        products,
        product,
        zip: zip === undefined ? null : zipAnswerOf(zip, market, clock.now()),
        terms: product && option ? orderTerms(option, product.priceCents, schedule, clock.now()) : null,
        proof,
      })
    },
  )
  .get(
    '/products',
    describeRoute('shop', 'The bouquets on sale, by price', { message: PRODUCTS_FAILED }),
    async (c) => {
      const rows = await productsOnSale(c.var.deps.db)
      return c.json({ products: rows.map(productAnswerOf) })
    },
  )
  .get(
    '/products/:sku',
    describeRoute('shop', 'One bouquet on sale, by SKU', {
      message: PRODUCTS_FAILED,
      errors: ['product_not_found'],
    }),
    input('param', productParams),
    async (c) => {
      const rows = await productsOnSale(c.var.deps.db)
      const row = rows.find(({ sku }) => sku === c.req.valid('param').sku)
      if (!row) throw new AppError('product_not_found')
      return c.json({ product: productAnswerOf(row) })
    },
  )
  .get(
    '/zip-codes/:zip',
    describeRoute(
      'shop',
      'Whether a ZIP code is served, by which market, and which delivery options are open now',
      { message: 'Error checking your ZIP code. Please try again.' },
    ),
    input('param', zipParams),
    async (c) => {
      const { zip } = c.req.valid('param')
      const { db, clock } = c.var.deps
      const market = await readServingMarket(db, zip, clock.now())
      return c.json(zipAnswerOf(zip, market, clock.now()))
    },
  )

export type StorefrontRoutes = typeof storefront

/** A product as the storefront sees it: with the default description where it has none. */
function productAnswerOf({ description, ...product }: ProductRow) {
  return { ...product, description: describeProduct({ ...product, description }) }
}

/** Where a ZIP is, whether it is served at an instant, by which market, and which delivery options are open. */
function zipAnswerOf(zip: string, market: ServingMarket | null, now: Date) {
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
