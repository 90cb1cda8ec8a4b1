import type { APIRoute } from 'astro'
import { keepAtEdge } from '#src/lib/catalogue.server.ts'
import { productFeed } from '#src/lib/product-feed.ts'
import type { StorefrontProduct } from '#src/lib/shop-api.ts'

export const prerender = false

/** The bouquets on sale, for merchant centers, which ask again when they could not be had. */
export const GET: APIRoute = async (context) => {
  let products: readonly StorefrontProduct[]
  try {
    products = (await context.locals.api.storefront({})).products
  } catch {
    return new Response('Please try again in a moment.', { status: 503, headers: { 'retry-after': '60' } })
  }
  keepAtEdge(context)
  return new Response(productFeed(products), { headers: { 'content-type': 'application/xml' } })
}
