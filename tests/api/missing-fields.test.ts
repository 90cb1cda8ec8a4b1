import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
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
