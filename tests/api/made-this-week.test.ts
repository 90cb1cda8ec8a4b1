import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { MADE_DAYS, type PhotoStep } from '#domain/photos.ts'
import { CATALOGUE_TAG } from '#domain/site.ts'
import { disputes, refunds } from '#drizzle/schema/checkout.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { orderPhotos } from '#drizzle/schema/photos.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { photoOf } from '#tests/support/photo.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { dispute, orderPhoto, refund } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// "Made this week": photographs of finished bouquets that every shopper sees, while their shop agrees and nobody regrets them.

const shop = await shareTestShop()
let fixture: FloristFixture
beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

type Made = { orderId: string; shopId: string; shopOrderId: string; photoId: string; url: string }
type Shown = { url: string; shop: string; weekday: string }

const BASE = 'FLOWER-001'

/** The florist of each test. */
const agreed = () => fixture.florist({ name: 'Orchard Flower Room', showsPhotos: true })

/** A bouquet that was made and photographed. @param made what is different about it */
async function make(shopId: string, made: { sku?: string; step?: PhotoStep; at?: Date } = {}): Promise<Made> {
  const { sku = BASE, step = 'bouquet', at = shop.clock.at } = made
  const { orderId, id: shopOrderId } = await fixture.assigned({ shopId })
  await shop.db.update(orderItems).set({ sku }).where(eq(orderItems.orderId, orderId))
  const stamp = { status: 'ready', statusUpdatedAt: at.toISOString() } as const
  await shop.db.update(shopOrders).set(stamp).where(eq(shopOrders.id, shopOrderId))
  const photoId = await photograph(shopOrderId, { step, at })
  return { orderId, shopId, shopOrderId, photoId, url: `/api/made-this-week/${photoId}` }
}

async function photograph(
  shopOrderId: string,
  { step = 'bouquet', at = shop.clock.at }: { step?: PhotoStep; at?: Date } = {},
) {
  const row = orderPhoto({ shopOrderId, step, id: crypto.randomUUID(), createdAt: at.toISOString() })
  await shop.db.insert(orderPhotos).values(row)
  const key = `photos/${shopOrderId}/${row.object}.jpg`
  shop.objects.set(key, { bytes: await photoOf('#b3273f'), contentType: 'image/jpeg' })
  return row.id
}

async function makeSeveral(shopId: string, count: number, made: Parameters<typeof make>[1] = {}) {
  const all: Made[] = []
  for (let n = 0; n < count; n++) {
    all.push(await make(shopId, made))
    shop.pass(1)
  }
  return all
}

const seen = async () => {
  const { status, body } = await shop.get('/made-this-week')
  expect(status).toBe(200)
  return body as { bouquets: { sku: string; photos: Shown[] }[] }
}
const urls = async (sku = BASE) =>
  (await seen()).bouquets.find((bouquet) => bouquet.sku === sku)?.photos.map(({ url }) => url) ?? []
const open = async (url: string) => (await shop.app.request(url)).status
const hide = (photoId: string, hidden: boolean) =>
  fixture.admin.put(`/admin/photos/${photoId}/hidden`, { hidden })

/** Saves a shop's form with another answer. */
async function agree(shopId: string, showsPhotos: boolean) {
  const [row] = await shop.db.select().from(shops).where(eq(shops.id, shopId))
  if (!row) throw new Error('No shop')
  const { name, streetAddress, city, zip, marketId, stateId, version } = row
  const form = { name, streetAddress, city, zip, marketId, stateId, version, showsPhotos }
  expect((await fixture.admin.put(`/admin/shops/${shopId}`, form)).status).toBe(200)
}

describe('what shoppers see', () => {
  test('is nothing of two photographs, and three of three, the newest first', async () => {
    const { id } = await agreed()
    const made = await makeSeveral(id, 2)
    expect(await seen()).toEqual({ bouquets: [] })
    made.push(await make(id))
    expect(await urls()).toEqual(made.map(({ url }) => url).toReversed())
  })

  test('is the last six of each bouquet', async () => {
    const { id } = await agreed()
    const made = await makeSeveral(id, 7)
    const others = await makeSeveral(id, 3, { sku: 'FLOWER-003' })
    await makeSeveral(id, 2, { sku: 'FLOWER-002' })
    await makeSeveral(id, 3, { sku: 'VASE' })
    expect((await seen()).bouquets.map(({ sku }) => sku)).toEqual([BASE, 'FLOWER-003'])
    expect(await urls()).toEqual(
      made
        .slice(1)
        .map(({ url }) => url)
        .toReversed(),
    )
    expect(await urls('FLOWER-003')).toEqual(others.map(({ url }) => url).toReversed())
  })

  test('is one photograph of an order, its newest', async () => {
    const { id } = await agreed()
    const [first] = await makeSeveral(id, 2)
    const second = await photograph(first?.shopOrderId ?? '')
    expect(await urls()).toEqual([])
    await make(id)
    expect(await urls()).toHaveLength(3)
    expect(await urls()).toContain(`/api/made-this-week/${second}`)
  })

  test('names the shop and the day of the week where it is, and nothing of the order', async () => {
    const { id } = await agreed()
    // Saturday in New York, Sunday by UTC.
    const at = new Date('2026-06-07T03:30:00.000Z')
    shop.pass((at.getTime() - shop.clock.at.getTime()) / 60_000)
    const made = await makeSeveral(id, 3, { at })
    const photos = made.map(({ url }) => ({ url, shop: 'Orchard Flower Room', weekday: 'Saturday' }))
    const answer = await seen()
    expect(answer).toEqual({ bouquets: [{ sku: BASE, photos: expect.arrayContaining(photos) }] })
    const text = JSON.stringify(answer)
    for (const { orderId, shopOrderId } of made) {
      const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId))
      if (!order) throw new Error('No order')
      const { customerName, customerEmail, recipientName, deliveryAddress, deliveryZip, apologyNote } = order
      const personal = [customerName, customerEmail, recipientName, deliveryAddress, deliveryZip, apologyNote]
      for (const word of [...personal, order.orderReference, orderId, shopOrderId, id]) {
        expect(text).not.toContain(word)
      }
    }
  })
})

test('a photograph is public as its small picture, which the reader’s browser alone keeps for five minutes', async () => {
  const { token, florist, id } = await fixture.asked()
  await shop.db.update(shops).set({ showsPhotos: true }).where(eq(shops.id, florist.id))
  await shop.post('/florist/answer', { token, answer: 'accept' })
  await shop.app.request('/api/florist/photos?step=bouquet&key=made', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
    body: await photoOf('#2f5d4a'),
  })
  const [photo] = await shop.db.select().from(orderPhotos).where(eq(orderPhotos.shopOrderId, id))
  const url = `/api/made-this-week/${photo?.id}`
  // Not before the florist says that it is ready.
  expect(await open(url)).toBe(404)
  await shop.post('/florist/answer', { token, answer: 'ready' })
  const response = await shop.app.request(url)
  expect(response.headers.get('content-type')).toBe('image/webp')
  expect(response.headers.get('cache-control')).toBe('private, max-age=300')
  expect([...shop.objects.keys()].toSorted()).toEqual([
    `photos/${id}/${photo?.object}-480.webp`,
    `photos/${id}/${photo?.object}.jpg`,
  ])
})

describe('a photograph is gone from the list and from its address', () => {
  const update = (id: string, values: Partial<typeof orders.$inferInsert>) =>
    shop.db.update(orders).set(values).where(eq(orders.id, id))
  const updateGiven = (id: string, values: Partial<typeof shopOrders.$inferInsert>) =>
    shop.db.update(shopOrders).set(values).where(eq(shopOrders.id, id))

  test.each<[string, (made: Made) => Promise<unknown>]>([
    ['hidden', ({ photoId }) => hide(photoId, true)],
    [
      'deleted by an admin',
      ({ orderId, photoId }) => fixture.admin.delete(`/admin/orders/${orderId}/photos/${photoId}`),
    ],
    ['of a cancelled order', ({ orderId }) => update(orderId, { status: 'cancelled' })],
    [
      'of a refunded order',
      ({ orderId }) => update(orderId, { paymentStatus: 'refunded', refundedCents: 6358 }),
    ],
    ['of an order that is refunded in part', ({ orderId }) => update(orderId, { refundedCents: 1 })],
    [
      'of an order with a refund under way',
      ({ orderId }) => shop.db.insert(refunds).values(refund({ orderId, status: 'pending' })),
    ],
    ['of a disputed order', ({ orderId }) => shop.db.insert(disputes).values(dispute({ orderId }))],
    ['of a sample', ({ orderId }) => update(orderId, { isSample: true })],
    [
      'of a bouquet that is made again',
      ({ shopOrderId }) => updateGiven(shopOrderId, { status: 'processing' }),
    ],
    [
      'of an order that was taken back',
      ({ shopOrderId }) => updateGiven(shopOrderId, { withdrawnAt: shop.clock.at.toISOString() }),
    ],
    ['of a shop that has withdrawn', ({ shopId }) => agree(shopId, false)],
    ['seven days old', async () => shop.pass(MADE_DAYS * 24 * 60)],
  ])('once it is %s', async (_, end) => {
    const [{ id }, other] = [await agreed(), await agreed()]
    await makeSeveral(other.id, 3)
    const made = await make(id)
    expect([await open(made.url), await urls()]).toEqual([200, expect.arrayContaining([made.url])])
    await end(made)
    expect(await open(made.url)).toBe(404)
    expect(await urls()).not.toContain(made.url)
  })

  test('once its order is deleted', async () => {
    const { id } = await agreed()
    const [made] = await makeSeveral(id, 3)
    if (!made) throw new Error('No bouquet')
    await shop.db.delete(shopOrders).where(eq(shopOrders.id, made.shopOrderId))
    expect([await open(made.url), await urls()]).toEqual([404, []])
  })

  test('unless the refund failed', async () => {
    const { id } = await agreed()
    const [made] = await makeSeveral(id, 3)
    await shop.db.insert(refunds).values(refund({ orderId: made?.orderId ?? '', status: 'failed' }))
    expect(await urls()).toHaveLength(3)
  })
})

test.each(['door', 'substitution'] as const)('a photograph of step %s is never public', async (step) => {
  const { id } = await agreed()
  const made = await makeSeveral(id, 3, { step })
  expect([await urls(), await open(made[0]?.url ?? '')]).toEqual([[], 404])
  expect((await hide(made[0]?.photoId ?? '', true)).status).toBe(404)
})

test('an unknown address answers as that of a photograph that nobody may see', async () => {
  const { id } = await fixture.florist()
  const { url, photoId } = await make(id)
  const answers = await Promise.all(
    [url, url.replace(photoId, crypto.randomUUID())].map(async (each) => {
      const response = await shop.app.request(each)
      const { error } = (await response.json()) as { error: object }
      return [response.status, { ...error, requestId: '' }]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})

test('a shop agrees, withdraws and agrees again: its photographs come, go and come', async () => {
  const { id } = await fixture.florist()
  const made = await makeSeveral(id, 3)
  const counts: unknown[] = []
  for (const showsPhotos of [false, true, false, true]) {
    await agree(id, showsPhotos)
    counts.push([(await urls()).length, await open(made[0]?.url ?? '')])
  }
  expect(counts).toEqual([
    [0, 404],
    [3, 200],
    [0, 404],
    [3, 200],
  ])
})

test('pages that are kept at the edge forget a photograph when its shop withdraws, and when it is hidden', async () => {
  const { id } = await agreed()
  const { photoId } = await make(id)
  const purged: unknown[] = []
  shop.deps.cache = { purge: async (tags) => void purged.push(...tags) }
  await agree(id, true)
  expect(purged).toEqual([])
  await agree(id, false)
  await hide(photoId, true)
  expect(purged).toEqual([CATALOGUE_TAG, CATALOGUE_TAG])
})

test.each([
  ['the list', '/made-this-week', 'SEARCH p USING INDEX order_photos_kept (created_at>?)'],
  ['a picture', '/made-this-week/x', 'SEARCH p USING INDEX sqlite_autoindex_order_photos_1 (id=?)'],
])('%s is one round trip, which begins with the photographs of a week', async (_, path, first) => {
  const { requests, plans } = await plansOf(shop, () => shop.get(path))
  expect(requests).toBe(1)
  const steps = plans
    .flatMap((plan) => plan.steps)
    .filter((step) => /^(SEARCH|SCAN) (p|so|o|s|m|i)\b/.test(step))
  expect(steps[0]).toBe(first)
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([])
})

describe('the owner', () => {
  test('hides a photograph, twice, and shows it again; the next one takes its place meanwhile', async () => {
    const { id } = await agreed()
    const made = await makeSeveral(id, 7)
    const [oldest] = made
    const newest = made.at(-1)
    if (!newest || !oldest) throw new Error('No bouquet')
    for (const _ of [1, 2]) expect((await hide(newest.photoId, true)).status).toBe(200)
    const hidden = await urls()
    expect([hidden.length, hidden.includes(newest.url), hidden.at(-1)]).toEqual([6, false, oldest.url])
    for (const _ of [1, 2]) expect((await hide(newest.photoId, false)).status).toBe(200)
    expect(await urls()).toEqual(
      made
        .slice(1)
        .map(({ url }) => url)
        .toReversed(),
    )
    expect(await open(newest.url)).toBe(200)
  })

  test('sees which ones shoppers see, which are hidden, and which wait for a third', async () => {
    const { id } = await agreed()
    const made = await makeSeveral(id, 4)
    await hide(made[3]?.photoId ?? '', true)
    const list = async () =>
      (
        (await fixture.admin.get(`/admin/products/product-really-bad/made-this-week`)).body as {
          photos: Record<string, unknown>[]
        }
      ).photos
    const shown = await list()
    expect(shown.map(({ isShown, isHidden }) => [isShown, isHidden])).toEqual([
      [false, true],
      ...[1, 2, 3].map(() => [true, false]),
    ])
    expect(await open(String(shown[0]?.['url']))).toBe(200)
    await hide(made[2]?.photoId ?? '', true)
    expect((await list()).map(({ isShown }) => isShown)).toEqual([false, false, false, false])
  })

  test('finds on the order’s page what shoppers may see of each photograph', async () => {
    const [{ id }, quiet] = [await agreed(), await fixture.florist()]
    const [made, other] = [await make(id), await make(quiet.id)]
    await photograph(made.shopOrderId, { step: 'door' })
    const photos = async ({ orderId }: Made) => {
      const { body } = await fixture.admin.get(`/admin/orders/${orderId}`)
      return (body as { photos: { step: string; shoppers: string | null }[] }).photos.map((each) => [
        each.step,
        each.shoppers,
      ])
    }
    expect(await photos(made)).toEqual(
      expect.arrayContaining([
        ['bouquet', 'may_see'],
        ['door', null],
      ]),
    )
    expect(await photos(other)).toEqual([['bouquet', null]])
    await hide(made.photoId, true)
    expect(await photos(made)).toContainEqual(['bouquet', 'hidden'])
  })

  test('a stranger neither lists nor hides', async () => {
    const { id } = await agreed()
    const { photoId } = await make(id)
    expect((await shop.get(`/admin/products/product-really-bad/made-this-week`)).status).toBe(401)
    const response = await shop.app.request(`/api/admin/photos/${photoId}/hidden`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"hidden":true}',
    })
    expect([401, 403]).toContain(response.status)
  })
})
