import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { products } from '#drizzle/schema/catalogue.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'

// An update that leaves a field out leaves it as it is stored: it must not erase it.

const fixture = await openFloristFixture()
afterAll(() => fixture.shop.close())

const put = async (path: string, body: object) => {
  const { status } = await fixture.admin.put(path, body)
  expect(status).toBe(200)
}

test('a shop order’s notes, instructions and payment reference stay when they are left out', async () => {
  const { id } = await fixture.assigned({ specialInstructions: 'White ribbon' })
  const path = `/admin/shop-orders/${id}`
  const stored = async () => {
    const [row] = await fixture.shop.db.select().from(shopOrders).where(eq(shopOrders.id, id))
    return row
  }
  await put(`${path}/notes`, { shopNotes: 'Slow on Mondays', version: 1 })
  await put(`${path}/notes`, { paymentReference: 'Check 7', version: 2 })
  await put(`${path}/notes`, { version: 3 })
  await put(`${path}/notes`, { version: 3 })
  expect(await stored()).toMatchObject({
    shopNotes: 'Slow on Mondays',
    paymentReference: 'Check 7',
    specialInstructions: 'White ribbon',
    version: 3,
  })

  await put(`${path}/notes`, { specialInstructions: ' ', version: 3 })
  await put(`${path}/notes`, { shopNotes: null, version: 4 })
  expect(await stored()).toMatchObject({
    shopNotes: null,
    paymentReference: 'Check 7',
    specialInstructions: null,
  })
})

test('an order’s recipient, note and delivery instructions stay when they are left out', async () => {
  const row = await fixture.bought()
  const { customerPhone, deliveryAddress, deliveryCity, deliveryState, deliveryZip } = row
  const must = { customerPhone, deliveryCity, deliveryState, deliveryZip }
  await put(`/admin/orders/${row.id}`, { ...must, deliveryAddress: `${deliveryAddress}, Apt 4`, version: 1 })
  expect(await fixture.orderOf(row.id)).toMatchObject({
    deliveryAddress: `${deliveryAddress}, Apt 4`,
    recipientName: 'Alex',
    apologyNote: 'I was wrong about the dishwasher.',
    deliveryInstructions: 'Ring twice',
  })
})

test('a product’s description and picture stay when they are left out', async () => {
  const optional = { description: 'Two armfuls', imageUrl: '/bouquets/really-bad.jpg' }
  const made = { sku: 'KEEP-1', title: 'Kept', priceCents: 100, ...optional }
  const { body } = await fixture.admin.post('/admin/products', made)
  const id = String(body['id'])
  await put(`/admin/products/${id}`, { sku: 'KEEP-1', title: 'Renamed', priceCents: 100, version: 1 })
  const [now] = await fixture.shop.db.select().from(products).where(eq(products.id, id))
  expect(now).toMatchObject({ title: 'Renamed', ...optional })
})

test('a shop’s phone, email and inactivity stay when they are left out', async () => {
  const given = { phone: '(212) 555-0199', email: 'stems@example.com', active: false }
  const { id, streetAddress, city, stateId, zip, marketId } = await fixture.florist(given)
  await put(`/admin/shops/${id}`, {
    name: 'Renamed',
    streetAddress,
    city,
    stateId,
    zip,
    marketId,
    version: 1,
  })
  const [now] = await fixture.shop.db.select().from(shops).where(eq(shops.id, id))
  expect(now).toMatchObject({ name: 'Renamed', ...given })
})
