import { afterAll, beforeAll, expect, test } from 'vitest'
import { numbered, quarters } from '#tests/support/picture-files.ts'
import { OWNER, sharedShop, Visitor } from './visitor.ts'

// Pictures of products in the built Worker: the Images binding, its bucket and its answers.

const shop = sharedShop()
const admin = new Visitor(shop.url)
beforeAll(async () => {
  const headers = { 'content-type': 'application/json' }
  const signIn = { method: 'POST', headers, body: JSON.stringify(OWNER) }
  expect((await admin.send('/api/auth/sign-in', signIn)).status).toBe(200)
})
afterAll(() => shop.client.close())

const upload = (picture: Uint8Array) =>
  admin.send('/api/admin/products/pictures', { method: 'POST', body: picture.slice() })

test.each([
  ['JPEG', 0],
  ['PNG', 1],
  ['WebP', 2],
])('reads a %s, and serves it to everybody for good', async (_type, number) => {
  const response = await upload(await quarters(numbered(number)))
  const { address } = (await response.json()) as { address: string }
  const visitor = new Visitor(shop.url)
  for (const [path, type] of [
    [address, 'image/jpeg'],
    [address.replace('.jpg', '-960.webp'), 'image/webp'],
    [address.replace('.jpg', '-960.avif'), 'image/avif'],
  ] as const) {
    const file = await visitor.send(path)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, type])
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(file.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100)
    expect((await visitor.send(path, { method: 'HEAD' })).status).toBe(200)
  }
})

test('answers other names with 404, and keeps no copy of that', async () => {
  for (const path of ['/pictures/nothing.jpg', `/pictures/${'0'.repeat(64)}.jpg`, '/pictures/a/b']) {
    const { status, headers } = await new Visitor(shop.url).send(path)
    expect([status, headers.get('cache-control')]).toEqual([404, expect.stringContaining('no-store')])
  }
})
