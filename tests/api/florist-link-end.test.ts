import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { applyToOrder } from '#api/orders/apply.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { whileMeeting } from '#tests/support/failing-call.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { entriesOf } from '#tests/support/timeline.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const look = (token: string) => fixture.shop.post('/florist/order', { token })
const answer = (token: string, what: string) =>
  answerAsFlorist(fixture.shop, token, what, { reason: 'No peonies left.' })

/** Saves a shop as its form does. */
async function saveShop(id: string, changes: Partial<typeof shops.$inferInsert>) {
  const [row] = await fixture.shop.db.select().from(shops).where(eq(shops.id, id))
  if (!row) throw new Error('The shop is gone')
  const { id: _, createdAt: __, updatedAt: ___, ...form } = row
  const given = await fixture.admin.put(`/admin/shops/${id}`, { ...form, ...changes })
  expect([given.status, given.body]).toEqual([200, { version: row.version + 1, waiting: [] }])
  await fixture.shop.settled()
}

const closed = async (token: string) => {
  expect((await look(token)).body['error']).toMatchObject({ code: 'florist_link_closed' })
  expect((await answer(token, 'accept')).status).toBe(404)
}
const kinds = async (id: string) => entriesOf(await fixture.detail(id), 'event').map(({ kind }) => kind)

describe('a shop that is deactivated', () => {
  test('its links end at once, and stay ended when it is active again', async () => {
    const { id, florist, token } = await fixture.asked()
    await saveShop(florist.id, { active: false })
    await closed(token)
    expect(await kinds(id)).toEqual(['assigned', 'florist_link_revoked'])
    fixture.shop.pass(1)
    await saveShop(florist.id, { active: true })
    await closed(token)
    expect(await fixture.tokensOf(String(florist.email))).toHaveLength(1)
    expect((await fixture.admin.post(`/admin/shop-orders/${id}/link`)).status).toBe(200)
    const [newer = ''] = await fixture.tokensOf(String(florist.email))
    expect((await look(newer)).status).toBe(200)
  })

  test('gets no new link', async () => {
    const { id, florist } = await fixture.asked()
    await saveShop(florist.id, { active: false })
    const { status, body } = await fixture.admin.post(`/admin/shop-orders/${id}/link`)
    expect([status, body['error']]).toEqual([409, expect.objectContaining({ code: 'shop_inactive' })])
  })

  test.each(['cancelled', 'taken back'])('still hears that an order it knew of is %s', async (what) => {
    const { id, order, florist, token } = await fixture.asked()
    await answer(token, 'accept')
    await saveShop(florist.id, { active: false })
    if (what === 'cancelled') {
      const { version } = (await fixture.orderOf(order.id)) ?? {}
      await fixture.admin.put(`/admin/orders/${order.id}/status`, { status: 'cancelled', version })
      expect(await fixture.messagesOf(order.id, 'florist-cancelled')).toHaveLength(1)
    } else {
      await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version: 2 })
      expect(await fixture.messagesOf(order.id, 'florist-withdrawn')).toHaveLength(1)
    }
  })

  test('a mail with a link that waits is not sent any more', async () => {
    const florist = await fixture.florist()
    const { mail } = fixture.shop.deps
    fixture.shop.deps.mail = { ...mail, send: () => Promise.reject(new Error('down')) }
    await fixture.assigned({ shopId: florist.id })
    await fixture.shop.settled()
    await saveShop(florist.id, { active: false })
    fixture.shop.deps.mail = mail
    fixture.shop.pass(60)
    expect(await fixture.tokensOf(String(florist.email))).toEqual([])
  })

  test('while its florist answers: whoever comes second finds it so', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, florist, token } = await fixture.asked()
      const [given] = await Promise.all([answer(token, 'accept'), saveShop(florist.id, { active: false })])
      expect([200, 404]).toContain(given.status)
      expect((await fixture.detail(id)).status).toBe(given.status === 200 ? 'confirmed' : 'pending')
      await closed(token)
    }
  })
})

describe('a shop with a new email address', () => {
  test('while its order is cancelled: it has the new address, and the old link ends', async () => {
    const { order, florist, token } = await fixture.asked()
    const version = (await fixture.orderOf(order.id))?.version ?? 0
    const cancel = { type: 'set_status', to: 'cancelled', version } as const
    await whileMeeting(
      fixture.shop,
      5,
      () => applyToOrder(fixture.shop.deps, order.id, cancel, { actor: 'system' }),
      () => saveShop(florist.id, { email: 'other-hands@example.com' }),
    )
    await closed(token)
  })

  test('the old link ends, and a new one goes to the new address', async () => {
    const { id, order, florist, token } = await fixture.asked()
    await answer(token, 'accept')
    fixture.shop.pass(1)
    await saveShop(florist.id, { email: 'new-hands@example.com' })
    await closed(token)
    const [newer = ''] = await fixture.tokensOf('new-hands@example.com')
    expect((await look(newer)).body).toMatchObject({ reference: order.orderReference, view: 'accepted' })
    expect(await fixture.tokensOf(String(florist.email))).toHaveLength(1)
    expect(await kinds(id)).toEqual(['assigned', 'accepted', 'florist_link_sent'])
  })

  test.each(['rejected', 'delivered'])(
    'an order that is %s: the link ends, no new one is sent',
    async (end) => {
      const { id, florist, token } = await fixture.asked()
      const { version } = await fixture.detail(id)
      await fixture.admin.put(`/admin/shop-orders/${id}/status`, { status: end, reason: null, version })
      const email = `${end}@example.com`
      await saveShop(florist.id, { email })
      await closed(token)
      expect(await fixture.tokensOf(email)).toEqual([])
    },
  )

  test.each(['delivered', 'cancelled'] as const)(
    'an order set to %s by an admin: no new one',
    async (status) => {
      const { order, florist, token } = await fixture.asked()
      await fixture.shop.db.update(orders).set({ status }).where(eq(orders.id, order.id))
      const email = `order-${status}@example.com`
      await saveShop(florist.id, { email })
      await closed(token)
      expect(await fixture.tokensOf(email)).toEqual([])
    },
  )

  test('a link that an admin has ended is not made anew', async () => {
    const { id, florist } = await fixture.asked()
    await fixture.admin.delete(`/admin/shop-orders/${id}/link`)
    await saveShop(florist.id, { email: 'ended@example.com' })
    expect(await fixture.tokensOf('ended@example.com')).toEqual([])
  })

  test('none at all: the link ends', async () => {
    const { id, florist, token } = await fixture.asked()
    await saveShop(florist.id, { email: null })
    await closed(token)
    expect(await kinds(id)).toEqual(['assigned', 'florist_link_revoked'])
  })

  test('a new address and deactivated in one save: ended, and nothing is sent', async () => {
    const { florist, token } = await fixture.asked()
    await saveShop(florist.id, { email: 'both@example.com', active: false })
    await closed(token)
    expect(await fixture.tokensOf('both@example.com')).toEqual([])
  })

  test('the same address in other letters, or another name: the link stays', async () => {
    const { florist, token } = await fixture.asked()
    await saveShop(florist.id, { email: String(florist.email).toUpperCase(), name: 'Stems and More' })
    expect((await look(token)).status).toBe(200)
  })

  test('several orders at once: each has its own new link', async () => {
    const florist = await fixture.florist()
    for (let n = 0; n < 3; n++) await fixture.assigned({ shopId: florist.id })
    await saveShop(florist.id, { email: 'three@example.com' })
    const tokens = await fixture.tokensOf('three@example.com')
    const references = await Promise.all(tokens.map(async (token) => (await look(token)).body['reference']))
    expect(new Set(references).size).toBe(3)
  })

  test('while an order is given to it: no link of the old address is left', async () => {
    for (let round = 0; round < 3; round++) {
      const florist = await fixture.florist()
      const email = `round-${round}@example.com`
      await Promise.all([fixture.assigned({ shopId: florist.id }), saveShop(florist.id, { email })])
      for (const token of await fixture.tokensOf(String(florist.email))) await closed(token)
      const [newer = ''] = await fixture.tokensOf(email)
      expect((await look(newer)).status).toBe(200)
    }
  })
})

describe('a day after delivery', () => {
  test('the florist’s page shows neither address nor phone any more', async () => {
    const { order, token } = await fixture.asked()
    await answer(token, 'accept')
    await answer(token, 'delivered')
    const start = fixture.shop.clock.at
    fixture.shop.pass(24 * 60 - 1)
    expect((await look(token)).body).toMatchObject({ delivery: { address: order.deliveryAddress } })
    fixture.shop.pass(1)
    const { status, body } = await look(token)
    expect([status, body]).toEqual([200, expect.objectContaining({ view: 'delivered', delivery: null })])
    for (const secret of [order.deliveryAddress, order.customerPhone, 'Alex', 'dishwasher']) {
      expect(JSON.stringify(body)).not.toContain(secret)
    }
    fixture.shop.clock.at = start
  })

  test('delivered by the admin: the same', async () => {
    const { id, token } = await fixture.asked()
    await fixture.admin.put(`/admin/shop-orders/${id}/status`, {
      status: 'delivered',
      reason: null,
      version: 1,
    })
    const start = fixture.shop.clock.at
    expect((await look(token)).body['delivery']).not.toBeNull()
    fixture.shop.pass(24 * 60)
    expect((await look(token)).body['delivery']).toBeNull()
    fixture.shop.clock.at = start
  })
})
