import { once } from 'node:events'
import { connect } from 'node:net'
import sharp from 'sharp'
import { afterAll, afterEach, expect, test } from 'vitest'
import { PHOTOS_A_STEP } from '#domain/photos.ts'
import { numbered, quarters, SECRET, shownColors } from '#tests/support/picture-files.ts'
import { IS_SOAK } from '#tests/support/soak.ts'
import { acceptedOrder } from './florist.ts'
import { sharedShop } from './visitor.ts'

// Photographs in the built Worker and its bucket: what is cut off, what is no picture, and a crowd of uploads.

const CROWD = IS_SOAK ? 200 : 40
/** Bytes of an upload after which its connection is cut: all of the picture's in the soak. */
const CUT_EVERY = IS_SOAK ? 1 : 31
const ENDLESS_MB = 200

const shop = sharedShop()
afterAll(() => shop.client.close())
/** Calls again after a connection that the other side has just closed. */
const health = () =>
  fetch(`${shop.url}/api/health`).then(
    ({ status }) => status,
    () => null,
  )
afterEach(() => expect.poll(health).toBe(200))

const rows = async (sql: string, ...args: string[]) => (await shop.client.execute({ sql, args })).rows
const accepted = () => acceptedOrder(shop.client)

const picture = (background: string, side = 24) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((bytes) => new Uint8Array(bytes))

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

test('a photo is stored, and comes back as it was stored', async () => {
  const { token } = await accepted()
  const { status, photos } = await upload(token, 'k', await picture('#b3273f'))
  expect([status, photos.length]).toEqual([200, 1])
  const response = await fetch(shop.url + (photos[0]?.url ?? ''))
  expect(response.headers.get('content-type')).toBe('image/jpeg')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 24, height: 24 })
})

test('the binding turns a photo upright, and keeps nothing that a camera wrote', async () => {
  for (const number of [3, 13, 23]) {
    const sent = await quarters({ ...numbered(number), width: 1700, height: 1200 })
    expect(Buffer.from(sent).includes(SECRET)).toBe(true)
    const { token } = await accepted()
    const { photos } = await upload(token, 'k', new Uint8Array(sent))
    const stored = new Uint8Array(await (await fetch(shop.url + (photos[0]?.url ?? ''))).arrayBuffer())
    expect(Buffer.from(stored).includes(SECRET)).toBe(false)
    const { exif, icc, xmp, iptc, orientation, format, width, height } = await sharp(stored).metadata()
    expect({ exif, icc, xmp, iptc, orientation, format }).toEqual({ format: 'jpeg' })
    const isSideways = (Math.floor(number / 3) % 8) + 1 >= 5
    expect(Math.max(width, height)).toBe(1600)
    expect(height > width).toBe(isSideways)
    const [before, after] = [(await shownColors(sent)).flat(), (await shownColors(stored)).flat()]
    expect(Math.max(...before.map((value, at) => Math.abs(value - (after[at] ?? 999))))).toBeLessThan(20)
  }
})

test('three bouquets of a shop that agreed are on the page, small and without an order, until it withdraws', async () => {
  const sent = await quarters({ ...numbered(3), width: 1700, height: 1200 })
  for (const key of ['one', 'two', 'three']) {
    const { id, token } = await accepted()
    expect((await upload(token, key, new Uint8Array(sent))).status).toBe(200)
    await rows("update shop_orders set status = 'ready' where id = ?", id)
    await rows('update orders set is_sample = 0 where id = ?', id)
  }
  const agree = (on: string) => rows("update shops set shows_photos = ? where market_id = 'market-nyc'", on)
  await agree('1')
  // An address of its own, so that the edge has no copy.
  const { document } = await shop.read(`/home?made=${crypto.randomUUID()}`)
  const images = [...document.querySelectorAll('[data-part="made-this-week"] img')]
  const urls = images.map((image) => image.getAttribute('src') ?? '')
  expect(urls).toHaveLength(3)
  expect(images.map((image) => image.getAttribute('loading'))).toEqual(['lazy', 'lazy', 'lazy'])
  for (const url of urls) {
    const response = await fetch(shop.url + url)
    const bytes = await response.arrayBuffer()
    const { format, width, exif, icc, xmp } = await sharp(bytes).metadata()
    expect({ format, width, exif, icc, xmp }).toEqual({ format: 'webp', width: 480 })
    expect(Buffer.from(bytes).includes(SECRET)).toBe(false)
  }
  await agree('0')
  for (const url of urls) expect((await fetch(shop.url + url)).status).toBe(404)
})

test.each<[string, string | Promise<Uint8Array<ArrayBuffer>>]>([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  [
    'a GIF',
    sharp({ create: { width: 9, height: 9, channels: 3, background: '#b3273f' } })
      .gif()
      .toBuffer()
      .then((bytes) => new Uint8Array(bytes)),
  ],
  ['half a photo', picture('#b3273f', 300).then((bytes) => bytes.slice(0, bytes.length / 2))],
])('%s is refused, and nothing is stored', async (_name, bytes) => {
  const { id, token } = await accepted()
  const refused = await upload(token, 'k', await bytes)
  expect([refused.status, refused.code]).toEqual([422, 'picture_refused'])
  expect(await photosOf(id)).toEqual([])
})

test('only the calls that take a picture read more than other calls do', async () => {
  const large = new Uint8Array(300 * 1024)
  for (const [method, path] of [
    ['PUT', '/api/admin/products/pictures'],
    ['PATCH', '/api/florist/photos'],
    ['POST', '/api/some/photos'],
    ['POST', '/api/florist/answer/photos'],
  ] as const) {
    const answer = await fetch(shop.url + path, { method, body: large })
    expect([path, answer.status]).toEqual([path, 413])
  }
})

/** Sends this many bytes of a request, and cuts the connection. */
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
  // Uploads that were cut off are not under way any more.
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
  const large = new Uint8Array((IS_SOAK ? 100 : 12) * 1024 * 1024)
  const tooLarge = await upload(token, 'large', large).catch(() => 'cut off')
  if (tooLarge !== 'cut off') expect(tooLarge).toMatchObject({ code: 'picture_refused' })
  expect(await photosOf(id)).toEqual([])
})

test(`${CROWD} uploads of one link at once: some are stored, the others are told why`, async () => {
  const { id, token } = await accepted()
  const pictures = await Promise.all(
    Array.from({ length: CROWD }, (_, n) => picture(`hsl(${Math.floor((n * 360) / CROWD)} 60% 50%)`, 800)),
  )
  const answers = await Promise.all(pictures.map((bytes, n) => upload(token, `crowd-${n}`, bytes)))
  for (const { code } of answers) expect([undefined, 'busy', 'photos_full', 'edit_conflict']).toContain(code)
  const stored = (await photosOf(id)).length
  expect(stored).toBeGreaterThan(0)
  expect(stored).toBeLessThanOrEqual(PHOTOS_A_STEP)
})
