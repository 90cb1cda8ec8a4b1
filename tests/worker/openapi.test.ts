import { afterAll, expect, test } from 'vitest'
import { openTestShop } from '#tests/support/shop.ts'
import { sharedShop } from './visitor.ts'

const shop = sharedShop()
const source = await openTestShop()
afterAll(async () => {
  shop.client.close()
  await source.close()
})

test('the built Worker describes every request and answer as its source does', async () => {
  const response = await fetch(`${shop.url}/api/openapi.json`)
  const { servers, ...built } = (await response.json()) as Record<string, unknown>
  const { body } = await source.get('/openapi.json')
  expect(built).toEqual({ ...body, servers: undefined })
  expect(servers).toEqual([{ url: shop.url }])
})
