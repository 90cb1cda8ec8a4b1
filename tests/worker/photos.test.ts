import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/libsql/web'
import sharp from 'sharp'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { shortTokens } from '#api/platform/link-tokens.ts'
import { PHOTOS_A_STEP } from '#domain/photos.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { floristLinks, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { readSecrets } from '#local/settings.ts'
import { floristLink, order, orderItem, shopOrder } from '#tests/support/rows.ts'
import { IS_SOAK } from '#tests/support/soak.ts'
import { sharedShop } from './visitor.ts'

// Photographs in the built Worker and its bucket: what is cut off, what is no picture, and a crowd of uploads.

const CROWD = IS_SOAK ? 200 : 40
/** Bytes of an upload after which its connection is cut: all of the picture's in the soak. */
const CUT_EVERY = IS_SOAK ? 1 : 31
const ENDLESS_MB = 200

const shop = sharedShop()
const db = drizzle(shop.client, { casing: 'snake_case' })
afterAll(() => shop.client.close())
/** Also after a connection that the other side has just closed. */
const health = () =>
  fetch(`${shop.url}/api/health`).then(
    ({ status }) => status,
    () => null,
  )
afterEach(() => expect.poll(health).toBe(200))

const rows = async (sql: string, ...args: string[]) => (await shop.client.execute({ sql, args })).rows

/** A florist who has accepted an order. @returns the token of the link */
async function accepted() {
  const [id, linkId] = [crypto.randomUUID(), crypto.randomUUID()]
  const { authKey } = readSecrets(join('.local', String(inject('port'))))
  const [{ token, hash }] = await shortTokens(
    { authKeys: [{ id: 'local', secret: authKey }] },
    `florist ${linkId}`,
  )
  const reference = `ORD-${id.slice(0, 8).toUpperCase()}`
  const isOurs = { orderReference: reference, marketId: 'market-nyc', paymentReference: id, isSample: true }
  const status = { paymentStatus: 'paid', status: 'confirmed', assignmentStatus: 'assigned' } as const
  await db.insert(orders).values(order({ id, ...isOurs, ...status }))
  await db.insert(orderItems).values(orderItem({ id, orderId: id }))
  const [florist] = await rows("select id from shops where market_id = 'market-nyc' limit 1")
  const given = { id, orderId: id, shopId: String(florist?.['id']), status: 'confirmed' } as const
  await db.insert(shopOrders).values(shopOrder({ ...given, statusUpdatedAt: new Date().toISOString() }))
  const expiresAt = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
  await db
    .insert(floristLinks)
    .values(floristLink({ id: linkId, shopOrderId: id, tokenHash: hash, expiresAt }))
  return { id, token }
}

const pathOf = (key: string) => `/api/florist/photos?step=bouquet&key=${key}`

async function upload(token: string, key: string, body: BodyInit, headers: Record<string, string> = {}) {
  const response = await fetch(shop.url + pathOf(key), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', ...headers },
    body,
    ...(body instanceof ReadableStream && { duplex: 'half' as const }),
  })
  const answer = (await response.json()) as { photos?: { url: string }[]; error?: { code: string } }
  return { status: response.status, code: answer.error?.code, photos: answer.photos ?? [] }
}

const photosOf = (shopOrderId: string) =>
  rows('select hash from order_photos where shop_order_id = ? and deleted_at is null', shopOrderId)

const picture = (background: string, side = 24) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes))

test('a photo is stored, and comes back as it was stored', async () => {
  const { token } = await accepted()
  const { status, photos } = await upload(token, 'k', await picture('#b3273f'))
  expect([status, photos.length]).toEqual([200, 1])
  const response = await fetch(shop.url + (photos[0]?.url ?? ''))
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 24, height: 24 })
})

/** Sends so many bytes of a request, and cuts the connection. */
async function cut(bytes: Uint8Array, after: number): Promise<void> {
  const { hostname, port } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(bytes.subarray(0, after), sent))
  socket.destroy()
}

test('a connection that is cut leaves one photo or none, and the same upload again is one', async () => {
  const { id, token } = await accepted()
  const body = await picture('#2f5d4a', 8)
  const request = (key: string) =>
    new Uint8Array(
      Buffer.concat([
        Buffer.from(
          [
            `POST ${pathOf(key)} HTTP/1.1`,
            `host: ${new URL(shop.url).host}`,
            `authorization: Bearer ${token}`,
            'content-type: image/jpeg',
            `content-length: ${body.length}`,
            '',
            '',
          ].join('\r\n'),
        ),
        body,
      ]),
    )
  const whole = request('cut').length
  for (let after = whole - body.length; after < whole; after += CUT_EVERY) await cut(request('cut'), after)
  // Whole, and cut before its answer.
  await cut(request('cut'), whole)
  expect((await photosOf(id)).length).toBeLessThanOrEqual(1)
  // Those that were cut have given their places back, without the time after which places end.
  const again = () => upload(token, 'cut', body).then(({ code, photos }) => code ?? photos.length)
  await expect.poll(again, { timeout: 20_000 }).toBe(1)
  expect(await photosOf(id)).toHaveLength(1)
})

test('a body that is longer or shorter than it says is refused', async () => {
  const { id, token } = await accepted()
  // Many times the limit, and no more: `fetch` reads ahead of a slow server, into this process's memory.
  let sent = 0
  const endless = new ReadableStream({
    pull: (controller) =>
      sent++ < ENDLESS_MB ? controller.enqueue(new Uint8Array(1024 * 1024)) : controller.close(),
  })
  const refused = await upload(token, 'endless', endless).catch(() => 'cut off')
  if (refused !== 'cut off') expect(refused).toMatchObject({ code: 'picture_refused' })
  const large = new Uint8Array(IS_SOAK ? 100 * 1024 * 1024 : 4 * 1024 * 1024)
  const tooLarge = await upload(token, 'large', large).catch(() => 'cut off')
  if (tooLarge !== 'cut off') expect(tooLarge).toMatchObject({ code: 'picture_refused' })
  expect(await photosOf(id)).toEqual([])
})

test(`${CROWD} uploads at once: three are stored, the others are told why`, async () => {
  const { id, token } = await accepted()
  const pictures = await Promise.all(
    Array.from({ length: CROWD }, (_, n) => picture(`hsl(${Math.floor((n * 360) / CROWD)} 60% 50%)`, 800)),
  )
  const answers = await Promise.all(pictures.map((bytes, n) => upload(token, `crowd-${n}`, bytes)))
  const codes = new Set(answers.map(({ code }) => code))
  for (const code of codes) expect([undefined, 'busy', 'photos_full', 'edit_conflict']).toContain(code)
  const stored = (await photosOf(id)).length
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThanOrEqual(PHOTOS_A_STEP)
})
