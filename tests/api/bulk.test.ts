import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BULK_MAX } from '#api/shop-orders/assignment-schema.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
afterAll(() => fixture.shop.close())

const assign = (
  shopId: string,
  orders: readonly { id: string; totalCents: number }[],
  changes: object = {},
) =>
  fixture.admin.post('/admin/assignments/bulk', {
    shopId,
    shopPercent: 80,
    orders: orders.map(({ id, totalCents }) => ({ id, totalCents })),
    ...changes,
  })
const pay = (rows: readonly { id: string; version: number }[], paymentStatus = 'paid') =>
  fixture.admin.put('/admin/shop-orders/payments', { paymentStatus, shopOrders: rows })
const shopOrdersOf = (orderIds: readonly string[]) =>
  fixture.shop.db
    .select()
    .from(shopOrders)
    .where(inArray(shopOrders.orderId, [...orderIds]))

describe('assigning several orders to one shop', () => {
  test('gives each a shop order of its own, with its split and its email', async () => {
    const [first, second] = [await fixture.bought(), await fixture.bought({ taxCents: 4_003 })]
    const florist = await fixture.florist()
    expect(await assign(florist.id, [first, second], { shopPercent: 70 })).toMatchObject({
      status: 200,
      body: {
        results: [
          { id: first.id, error: null },
          { id: second.id, error: null },
        ],
      },
    })
    const rows = await shopOrdersOf([first.id, second.id])
    expect(
      rows.map(({ shopId, shopCostCents, platformFeeCents }) => [shopId, shopCostCents, platformFeeCents]),
    ).toEqual(
      expect.arrayContaining([
        [florist.id, 4_451, 1_907],
        [florist.id, 7_001, 3_000],
      ]),
    )
    expect(await fixture.tokensOf(String(florist.email))).toHaveLength(2)
  })

  test('leaves out what cannot be assigned, says why, and assigns the others', async () => {
    const [free, gone, cancelled, other] = [
      await fixture.bought(),
      await fixture.bought(),
      await fixture.bought({ status: 'cancelled' }),
      await fixture.bought(),
    ]
    const [florist, faster] = [await fixture.florist(), await fixture.florist()]
    await fixture.assigned({ orderId: gone.id, shopId: faster.id })
    const { body } = await assign(florist.id, [
      gone,
      cancelled,
      { id: 'nobody', totalCents: 6358 },
      { ...other, totalCents: other.totalCents - 1 },
      free,
    ])
    const results = body['results'] as { id: string; error: string | null }[]
    expect(results.map(({ error }) => error)).toEqual([
      expect.stringContaining(`already assigned to ${faster.name}`),
      expect.any(String),
      'Order not found',
      expect.any(String),
      null,
    ])
    expect((await shopOrdersOf([cancelled.id, other.id, free.id])).map(({ orderId }) => orderId)).toEqual([
      free.id,
    ])
  })

  test('a second call assigns nothing twice', async () => {
    const order = await fixture.bought()
    const florist = await fixture.florist()
    const both = await Promise.all([assign(florist.id, [order]), assign(florist.id, [order])])
    const errors = both.flatMap(({ body }) =>
      (body['results'] as { error: string | null }[]).map(({ error }) => error),
    )
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    expect(await shopOrdersOf([order.id])).toHaveLength(1)
    await fixture.shop.settled()
    const mails = await fixture.shop.db
      .select()
      .from(outbox)
      .where(inArray(outbox.recipient, [String(florist.email)]))
    expect(mails).toHaveLength(1)
  })

  test('an inactive shop gets none of them', async () => {
    const order = await fixture.bought()
    const florist = await fixture.florist({ active: false })
    const { body } = await assign(florist.id, [order])
    expect(body['results']).toMatchObject([{ id: order.id, error: expect.stringContaining('inactive') }])
  })

  test.each([
    ['none', []],
    ['too many', Array.from({ length: BULK_MAX + 1 }, (_, n) => ({ id: `order-${n}`, totalCents: 1 }))],
    ['half a cent', [{ id: 'x', totalCents: 0.5 }]],
  ])('%s is refused', async (_, orders) => {
    expect((await assign('shop', orders)).status).toBe(422)
  })

  test.each([-1, 101, null, '80'])('a share of %j percent is refused', async (shopPercent) => {
    expect((await assign('shop', [{ id: 'x', totalCents: 1 }], { shopPercent })).status).toBe(422)
  })
})

describe('marking several shop orders as paid', () => {
  test('marks each, with person and time, and takes it back', async () => {
    const made = [await fixture.assigned(), await fixture.assigned()]
    const ids = made.map(({ id }) => id)
    const { body } = await pay(ids.map((id) => ({ id, version: 1 })))
    expect(body['results']).toEqual(ids.map((id) => ({ id, error: null })))
    const stored = () => shopOrdersOf(made.map(({ orderId }) => orderId))
    for (const row of await stored()) {
      expect(row).toMatchObject({ paymentStatus: 'paid', version: 2, paymentUpdatedBy: expect.any(String) })
    }
    await pay(
      ids.map((id) => ({ id, version: 2 })),
      'pending',
    )
    for (const row of await stored()) expect(row.paymentStatus).toBe('pending')
  })

  test('one that somebody else has changed is left as it is, and named', async () => {
    const [mine, theirs] = [await fixture.assigned(), await fixture.assigned()]
    await fixture.admin.put(`/admin/shop-orders/${theirs.id}/payment`, { paymentStatus: 'paid', version: 1 })
    const { body } = await pay([
      { id: theirs.id, version: 1 },
      { id: mine.id, version: 1 },
      { id: 'nobody', version: 1 },
    ])
    expect(body['results']).toEqual([
      { id: theirs.id, error: expect.stringContaining('changed this to paid') },
      { id: mine.id, error: null },
      { id: 'nobody', error: 'Shop order not found' },
    ])
  })

  test.each([['unknown'], ['delivered']])('the payment status %s is refused', async (status) => {
    expect((await pay([{ id: 'x', version: 1 }], status)).status).toBe(422)
  })
})
