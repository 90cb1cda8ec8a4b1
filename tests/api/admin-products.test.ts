import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Page } from '#api/platform/database/paging-schema.ts'
import { originsOfPictures } from '#api/storefront/queries.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import { changeRecords } from '#drizzle/schema/messages.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import type { ProductDetail, ProductRow } from '#src/admin/products/queries.ts'
import { order, orderItem, product } from '#tests/support/rows.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

const purged = vi.fn(async (_tags: readonly string[]) => {})

const shop = await openTestShop()
const admin = await signIn(shop)
shop.deps.cache = { purge: purged }
beforeEach(() => purged.mockReset())
afterAll(() => shop.close())

let made = 0
const form = (changes: object = {}) => {
  made += 1
  return { sku: `NEW-${made}`, title: 'Slightly Bad', priceCents: 2999, ...changes }
}
const create = async (changes: object = {}) => {
  const answer = await admin.post('/admin/products', form(changes))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return String(answer.body['id'])
}
const detail = async (id: string) => (await admin.get(`/admin/products/${id}`)).body as ProductDetail
const list = async (query = '') => (await admin.get(`/admin/products${query}`)).body as Page<ProductRow>
const row = async (id: string) => (await shop.db.select().from(products).where(eq(products.id, id)))[0]

test('a product is made, shown, listed, changed and deleted', async () => {
  const id = await create({
    sku: ' ONE-1 ',
    title: '  Quite   Bad ',
    priceCents: 4950,
    description: ' Two tulips. ',
    imageUrl: 'https://pictures.example/one.jpg',
    secondImageUrl: '/pictures/vase.jpg',
    heightInches: 14,
    stems: 2,
    container: 'vase',
  })
  const at = shop.clock.at.toISOString()
  expect(await detail(id)).toEqual({
    id,
    sku: 'ONE-1',
    title: 'Quite Bad',
    priceCents: 4950,
    description: 'Two tulips.',
    imageUrl: 'https://pictures.example/one.jpg',
    secondImageUrl: '/pictures/vase.jpg',
    heightInches: 14,
    stems: 2,
    container: 'vase',
    onStorefront: false,
    version: 1,
    createdAt: at,
    updatedAt: at,
    changes: [
      {
        id: expect.any(String),
        action: 'create',
        field: null,
        before: null,
        after: 'Quite Bad',
        actorEmail: admin.person.email,
        createdAt: at,
      },
    ],
  })
  expect((await list('?q=ONE-1')).rows.map((one) => one.id)).toEqual([id])

  shop.pass(5)
  const later = shop.clock.at.toISOString()
  const changed = { sku: 'ONE-1', title: 'Quite Bad', priceCents: 5000, description: '', imageUrl: null }
  const saved = await admin.put(`/admin/products/${id}`, { ...changed, version: 1 })
  expect(saved.body).toEqual({ version: 2 })
  const after = await detail(id)
  expect(after).toMatchObject({ priceCents: 5000, description: null, imageUrl: null, createdAt: at })
  expect(after).toMatchObject({ version: 2, updatedAt: later })
  expect(after.changes).toHaveLength(4)

  expect((await admin.delete(`/admin/products/${id}`)).body).toEqual({ success: true })
  expect((await admin.get(`/admin/products/${id}`)).status).toBe(404)
})

test('pages may load pictures from where either picture of a product lies', async () => {
  await create({ imageUrl: 'https://one.example/a.jpg', secondImageUrl: 'https://two.example/b.jpg' })
  await create({ sku: 'TWO', imageUrl: '/pictures/c.jpg', secondImageUrl: 'https://one.example/d.jpg' })
  const origins = await originsOfPictures(shop.db)
  expect(origins.toSorted()).toEqual(['https://one.example', 'https://two.example'])
})

const LONG = 'x'.repeat(256)
test.each([
  ['no SKU', { sku: '  ' }, 'sku', 'SKU is required'],
  ['a SKU that is missing', { sku: undefined }, 'sku', 'SKU is required'],
  ['a long SKU', { sku: 'x'.repeat(51) }, 'sku', 'SKU must be 50 characters or less'],
  ['no title', { title: '\t' }, 'title', 'Title is required'],
  ['a long title', { title: LONG }, 'title', 'Title must be 255 characters or less'],
  ['no price', { priceCents: undefined }, 'priceCents', 'Price is required'],
  ['a price of zero', { priceCents: 0 }, 'priceCents', 'Price must be greater than zero'],
  ['a price below zero', { priceCents: -1 }, 'priceCents', 'Price must be greater than zero'],
  ['half a cent below zero', { priceCents: -0.5 }, 'priceCents', 'Price must be greater than zero'],
  ['a price of $10,000', { priceCents: 1_000_000 }, 'priceCents', 'Price must be less than $10,000.00'],
  ['half a cent', { priceCents: 49.5 }, 'priceCents', 'Price must be dollars and cents, such as 49.99'],
  ['a price as text', { priceCents: '4999' }, 'priceCents', 'Price must be dollars and cents, such as 49.99'],
  [
    'a long picture address',
    { imageUrl: `/${LONG}` },
    'imageUrl',
    'Image URL must be 255 characters or less',
  ],
  [
    'a second picture that is a script',
    { secondImageUrl: 'javascript:alert(1)' },
    'secondImageUrl',
    'Second picture must start with https:// or be a path on this site, such as /bouquets/rose.jpg',
  ],
  ['half a stem', { stems: 1.5 }, 'stems', 'Please enter a whole number of stems from 1 to 999'],
  [
    'a bouquet of a mile',
    { heightInches: 63_360 },
    'heightInches',
    'Please enter a whole number of inches from 1 to 120',
  ],
  ['a bucket', { container: 'bucket' }, 'container', 'Please choose a wrap or a vase, or neither'],
  ['a novel', { description: 'x'.repeat(2001) }, 'description', 'Please keep this to 2,000 characters'],
])('%s is refused', async (_, changes, path, message) => {
  const id = await create()
  const before = await row(id)
  for (const answer of [
    await admin.post('/admin/products', form(changes)),
    await admin.put(`/admin/products/${id}`, { ...form(changes), version: 1 }),
  ]) {
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({ error: { code: 'invalid', issues: [{ path, message }] } })
  }
  expect(await row(id)).toEqual(before)
})

// All that it may be is in tests/unit/catalogue.test.ts.
test.each(['javascript:alert(1)', 'java\nscript:alert(1)', 'http://pictures.example/one.jpg'])(
  'the picture address %j is refused',
  async (imageUrl) => {
    const answer = await admin.post('/admin/products', form({ imageUrl }))
    expect(answer.status).toBe(422)
    expect(answer.body).toMatchObject({
      error: {
        issues: [
          {
            path: 'imageUrl',
            message:
              'Image URL must start with https:// or be a path on this site, such as /bouquets/rose.jpg',
          },
        ],
      },
    })
  },
)

test.each(['/bouquets/really-bad.jpg', ' https://xn--bcher-kva.example/b.png '])(
  'the picture address %j is taken',
  async (imageUrl) => {
    expect((await detail(await create({ imageUrl }))).imageUrl).toBe(imageUrl.trim())
  },
)

test('a description with markup is stored as it was typed', async () => {
  const description = '<img src=x onerror=alert(1)> & “so on” %_\\'
  expect((await detail(await create({ description }))).description).toBe(description)
})

test('a SKU belongs to one product', async () => {
  await create({ sku: 'TAKEN-1' })
  const other = await create({ sku: 'TAKEN-2' })
  const again = 'A product with SKU "TAKEN-1" already exists'
  expect((await admin.post('/admin/products', form({ sku: 'TAKEN-1' }))).body).toMatchObject({
    error: { code: 'invalid', message: again, issues: [{ path: 'sku', message: again }] },
  })
  const different = 'A different product with SKU "TAKEN-1" already exists'
  const update = await admin.put(`/admin/products/${other}`, { ...form({ sku: 'TAKEN-1' }), version: 1 })
  expect(update.status).toBe(422)
  expect(update.body).toMatchObject({
    error: { message: different, issues: [{ path: 'sku', message: different }] },
  })
  const changes = await shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, other))
  expect(changes).toHaveLength(1)
})

test('of several concurrent creations with one SKU one succeeds', async () => {
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => admin.post('/admin/products', form({ sku: 'RACE-1' }))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
})

test('reading, changing or deleting an unknown record answers 404', async () => {
  expect((await admin.get('/admin/products/nobody')).body).toMatchObject({
    error: { code: 'product_not_found', message: 'Product not found' },
  })
  const update = await admin.put('/admin/products/nobody', { ...form(), version: 1 })
  expect(update.status).toBe(404)
  expect(update.body).toMatchObject({ error: { message: 'Product with ID nobody not found' } })
  expect((await admin.delete('/admin/products/nobody')).status).toBe(404)
  expect((await admin.put('/admin/products/%20', { ...form(), version: 1 })).body).toMatchObject({
    error: { code: 'invalid', message: 'Product ID is required for update' },
  })
  expect(shop.logged).toContainEqual({
    level: 'warn',
    event: 'product_id_missing',
    fields: { reason: 'Cannot update product: Missing product ID' },
  })
})

test('a save from an older version is refused with the fields changed since', async () => {
  const other = await signIn(shop, { email: 'other@example.com' })
  const id = await create({ sku: 'CONFLICT-1', description: 'Roses.' })
  const base = { sku: 'CONFLICT-1', title: 'Slightly Bad', priceCents: 2999, version: 1 }
  const first = { ...base, title: 'Rather Bad', priceCents: 3500, description: null }
  expect((await other.put(`/admin/products/${id}`, first)).body).toEqual({ version: 2 })
  const twice = { ...first, title: 'Very Bad', version: 2 }
  expect((await other.put(`/admin/products/${id}`, twice)).body).toEqual({ version: 3 })

  const second = await admin.put(`/admin/products/${id}`, { ...base, description: 'Peonies.' })
  expect(second.status).toBe(409)
  const at = shop.clock.at.toISOString()
  expect(second.body).toMatchObject({
    error: {
      code: 'edit_conflict',
      issues: [
        { path: 'title', message: `other@example.com changed this to “Very Bad” at ${at}` },
        { path: 'priceCents', message: `other@example.com changed this to “$35.00” at ${at}` },
        { path: 'description', message: `other@example.com cleared this at ${at}` },
      ],
    },
  })
  expect(await row(id)).toMatchObject({ title: 'Very Bad', description: null, version: 3 })
})

test('the list goes by pages of ten, last changed first, and costs one round trip beside the guard', async () => {
  const rows = Array.from({ length: 23 }, (_, n) =>
    product({
      title: `Paged ${n}`,
      updatedAt: `2026-01-01T00:00:${String(n).padStart(2, '0')}.000Z`,
    }),
  )
  await shop.db.insert(products).values(rows)
  const before = shop.requests()
  const first = await list('?q=paged')
  expect(shop.requests() - before).toBe(2)
  expect(first.info).toEqual({ page: 1, pageSize: 10, total: 23, capped: false })
  expect(first.rows.map(({ title }) => title)).toEqual(
    Array.from({ length: 10 }, (_, n) => `Paged ${22 - n}`),
  )
  const third = await list('?q=paged&page=3')
  expect(third.rows.map(({ title }) => title)).toEqual(['Paged 2', 'Paged 1', 'Paged 0'])
  // Beyond the last page there is the last one.
  expect(await list('?q=paged&page=4')).toEqual(third)
})

test.each([
  ['in the title', 'quietly', ['q-title']],
  ['in the SKU', 'Q-sKu', ['q-sku']],
  ['in the description', 'WHISPER', ['q-description']],
  ['percent', '100%', ['q-percent']],
  ['underscore', 'a_b', ['q-underscore']],
  ['backslash', 'c\\d', ['q-backslash']],
  ['a quote', "o'clock", ['q-quote']],
  ['nothing', 'zzzzzz', []],
])('search: %s', async (_, q, ids) => {
  await shop.db
    .insert(products)
    .values([
      product({ id: 'q-title', title: 'Quietly Bad' }),
      product({ id: 'q-sku', sku: 'Q-SKU' }),
      product({ id: 'q-description', description: 'It comes in a whisper.' }),
      product({ id: 'q-percent', title: '100% Bad' }),
      product({ id: 'q-underscore', title: 'a_b' }),
      product({ id: 'q-decoy', title: 'axb cxd 1000' }),
      product({ id: 'q-backslash', title: 'c\\d' }),
      product({ id: 'q-quote', title: "Two o'clock" }),
    ])
    .onConflictDoNothing()
  const { rows, info } = await list(`?q=${encodeURIComponent(q)}`)
  expect(rows.map(({ id }) => id)).toEqual(ids)
  expect(info.total).toBe(ids.length)
})

test('the list and the detail tell what the storefront sells', async () => {
  const { rows } = await list('?q=FLOWER-00')
  expect(rows.map(({ sku, onStorefront }) => [sku, onStorefront])).toEqual(
    expect.arrayContaining([['FLOWER-001', true]]),
  )
  expect(rows.every(({ onStorefront }) => onStorefront)).toBe(true)
  expect(await detail('product-really-bad')).toMatchObject({ onStorefront: true })
})

test('a change shows on the storefront at once: its cached pages are purged by their tag', async () => {
  const { version, title, ...rest } = await detail('product-really-bad')
  const save = {
    sku: rest.sku,
    title,
    priceCents: 5999,
    description: rest.description,
    imageUrl: null,
    version,
  }
  expect((await admin.put('/admin/products/product-really-bad', save)).status).toBe(200)
  await shop.settled()
  expect(purged.mock.calls).toEqual([[['catalogue']]])
  const { body } = await shop.get('/products/FLOWER-001')
  expect(body).toMatchObject({ product: { priceCents: 5999 } })

  const id = await create()
  await admin.delete(`/admin/products/${id}`)
  await shop.settled()
  expect(purged).toHaveBeenCalledTimes(3)
  await admin.put(`/admin/products/${id}`, { ...form(), version: 1 })
  await admin.post('/admin/products', form({ sku: '' }))
  await shop.settled()
  expect(purged).toHaveBeenCalledTimes(3)
})

test('a save succeeds although the purge fails', async () => {
  purged.mockRejectedValueOnce(new Error('no edge'))
  const id = await create()
  await shop.settled()
  expect(await row(id)).toBeDefined()
  expect(shop.logged).toContainEqual(expect.objectContaining({ event: 'deferred_work_failed' }))
})

test('a product on sale is deleted only with a confirmation; the storefront and old orders go on', async () => {
  const path = '/admin/products/product-nuclear-bad'
  const bought = order()
  await shop.db.insert(orders).values(bought)
  const item = orderItem({ orderId: bought.id, productId: 'product-nuclear-bad', title: 'Nuclear Bad' })
  await shop.db.insert(orderItems).values(item)

  const refused = await admin.delete(path)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ error: { code: 'product_on_sale' } })
  expect((await admin.delete(`${path}?confirmOnSale=yes`)).status).toBe(422)
  expect((await detail('product-nuclear-bad')).sku).toBe('FLOWER-003')

  expect((await admin.delete(`${path}?confirmOnSale=true`)).status).toBe(200)
  const { body } = await shop.get('/storefront?sku=FLOWER-003')
  expect(body).toMatchObject({ product: null, products: [{}, {}] })
  const [kept] = await shop.db.select().from(orderItems).where(eq(orderItems.id, item.id))
  expect(kept).toMatchObject({ productId: null, title: 'Nuclear Bad' })
})
