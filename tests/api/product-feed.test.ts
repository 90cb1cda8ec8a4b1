import type { APIContext } from 'astro'
import { expect, test } from 'vitest'
import { CATALOGUE_TAG } from '#domain/site.ts'
import { createShopApi } from '#src/lib/shop-api.ts'
import { GET } from '#src/pages/products.xml.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// The route of the feed on the shop's API: which bouquets it has when, and what the edge may keep.

const shop = await shareTestShop()

/** Asks for the feed as a merchant center does. `kept`: what the edge was told to keep. */
async function fetchFeed() {
  const kept: { tags?: string[] }[] = []
  const context: unknown = {
    request: new Request('https://shop.example/products.xml'),
    locals: { api: createShopApi('https://shop.example', async (...call) => shop.app.request(...call)) },
    cache: { set: (options: { tags?: string[] }) => kept.push(options) },
  }
  const answer = await GET(context as APIContext)
  const text = await answer.text()
  const skus = [...text.matchAll(/<g:id>([^<]*)<\/g:id>/g)].map(([, sku]) => sku)
  return { status: answer.status, headers: answer.headers, text, skus, tags: kept.map(({ tags }) => tags) }
}

test('has the bouquets on sale by price, and is kept until the catalogue changes', async () => {
  const { status, headers, skus, tags } = await fetchFeed()
  expect([status, headers.get('content-type')]).toEqual([200, 'application/xml'])
  expect(skus).toEqual(['FLOWER-001', 'FLOWER-002', 'FLOWER-003'])
  expect(tags).toEqual([[CATALOGUE_TAG]])
})

test('has neither a bouquet that was taken out of sale nor a product that never was in it', async () => {
  await shop.client.execute("update products set sku = 'FLOWER-999' where sku = 'FLOWER-002'")
  expect((await fetchFeed()).skus).toEqual(['FLOWER-001', 'FLOWER-003'])
})

test('is empty, and kept, while no bouquet is on sale', async () => {
  await shop.client.execute("update products set sku = 'OTHER-' || id")
  const { status, text, skus, tags } = await fetchFeed()
  expect([status, skus, tags]).toEqual([200, [], [[CATALOGUE_TAG]]])
  expect(text).toContain('</channel>')
})

test('stays as it is while a market is paused, which may end before it is fetched again', async () => {
  const before = await fetchFeed()
  await shop.client.execute("update markets set paused_reason = 'Snow.'")
  expect((await shop.get('/zip-codes/10001')).body).toMatchObject({ availability: { anyOpen: false } })
  expect((await fetchFeed()).text).toBe(before.text)
})

test('answers 503 without the catalogue, says when to ask again, and is not kept', async () => {
  shop.setDatabaseFault({ kind: 'error' })
  const { status, headers, tags, text } = await fetchFeed()
  expect([status, headers.get('retry-after'), tags]).toEqual([503, '60', []])
  expect(text).not.toContain('<')
  shop.setDatabaseFault(null)
  expect((await fetchFeed()).skus).toHaveLength(3)
})
