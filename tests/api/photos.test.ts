import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '#api/app.ts'
import { PHOTO_TRIES } from '#api/florist-portal/photos.ts'
import { StorageError } from '#api/platform/storage/storage.ts'
import { PHOTOS_A_STEP, type PhotoStep, UPLOADS_AT_ONCE } from '#domain/photos.ts'
import { PICTURE_MAX_BYTES } from '#domain/pictures.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { objectsToDelete, orderPhotos } from '#drizzle/schema/photos.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { photoOf } from '#tests/support/photo.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Photographs of orders: taken by florists, seen by buyers for a week and by staff for half a year, and then gone.

const shop = await shareTestShop()
let fixture: FloristFixture
beforeEach(async () => {
  fixture = await openFloristFixture(shop)
})

type Shown = { id: string; step: PhotoStep; url: string }
type Order = { photos: Shown[]; photoSteps: PhotoStep[] }

const RED = await photoOf('#b3273f')
const GREEN = await photoOf('#2f5d4a')

let uploads = 0
type Options = { key?: string; step?: PhotoStep | 'van'; headers?: Record<string, string> }

/** Sends a picture as the florist's page does. */
async function upload(token: string, body: BodyInit | Uint8Array | null, options: Options = {}) {
  uploads += 1
  const { key = `upload-${uploads}`, step = 'bouquet', headers = {} } = options
  const response = await shop.app.request(`/api/florist/photos?step=${step}&key=${key}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg', ...headers },
    body: body as BodyInit,
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  })
  const answer = (await response.json()) as Order & { error: { code: string; message: string } }
  return { status: response.status, code: answer.error?.code, body: answer }
}

const look = async (token: string) => (await shop.post('/florist/order', { token })).body as Order
const answer = (token: string, what: string) => shop.post('/florist/answer', { token, answer: what })
const remove = (token: string, photoId: string) => shop.post('/florist/photos/delete', { token, photoId })
const rows = () => shop.db.select().from(orderPhotos).orderBy(asc(orderPhotos.createdAt))
/** The stored photographs, without the small picture that each of a bouquet has beside it. */
const pictures = () => [...shop.objects.keys()].filter((key) => key.endsWith('.jpg')).length
const open = (url: string) => shop.app.request(url)
const track = async (token: string | null) =>
  (await shop.post('/tracking', { token })).body as { photos: Shown[] }

/** Delivers an order as an admin does it. */
async function deliver(shopOrderId: string) {
  const { version } = await fixture.detail(shopOrderId)
  await fixture.admin.put(`/admin/shop-orders/${shopOrderId}/status`, {
    status: 'delivered',
    reason: null,
    version,
  })
}

async function accepted() {
  const asked = await fixture.asked()
  await answer(asked.token, 'accept')
  return asked
}

async function ready() {
  const made = await accepted()
  await answer(made.token, 'ready')
  return made
}

async function delivered() {
  const made = await ready()
  await deliver(made.id)
  return made
}

describe('taking a photo', () => {
  test('stores one clean picture under a name of its own, and shows it', async () => {
    const { token, id } = await accepted()
    const { status, body } = await upload(token, RED)
    expect(status).toBe(200)
    expect(body.photos).toMatchObject([{ step: 'bouquet' }])
    const [row] = await rows()
    expect(row).toMatchObject({ shopOrderId: id, step: 'bouquet', width: 32, height: 24, deletedAt: null })
    const name = `photos/${id}/${row?.object}`
    expect([...shop.objects.keys()]).toEqual([`${name}.jpg`, `${name}-480.webp`])
    const response = await open(body.photos[0]?.url ?? '')
    expect(response.headers.get('content-type')).toBe('image/jpeg')
    expect(response.headers.get('cache-control')).toBe('private, max-age=600')
    const bytes = new Uint8Array(await response.arrayBuffer())
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    expect(hash).toBe(row?.hash)
    expect((await sharp(bytes).metadata()).format).toBe('jpeg')
    // Nothing waits to be deleted.
    expect(await shop.db.select().from(objectsToDelete)).toEqual([])
  })

  test.each([
    ['accepted', accepted, ['bouquet', 'substitution', 'door']],
    ['ready', ready, ['bouquet', 'door']],
    ['asked', () => fixture.asked(), []],
    ['delivered', delivered, []],
  ] as const)('of an order that is %s', async (_, make, steps) => {
    const { token } = await make()
    expect((await look(token)).photoSteps).toEqual(steps)
    for (const step of ['bouquet', 'substitution', 'door'] as const) {
      const isOpen = steps.some((each) => each === step)
      const picture = step === 'door' ? GREEN : RED
      expect((await upload(token, picture, { step })).code).toBe(isOpen ? undefined : 'florist_too_late')
    }
    expect(await rows()).toHaveLength(steps.length)
  })

  test('the same upload twice at once is one photo', async () => {
    const { token } = await accepted()
    const both = await Promise.all([upload(token, RED, { key: 'k' }), upload(token, RED, { key: 'k' })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await rows()).toHaveLength(1)
    await shop.scheduled()
    shop.pass(120)
    await shop.scheduled()
    expect(pictures()).toBe(1)
  })

  test('the same picture twice is one photo, and stays', async () => {
    const { token } = await accepted()
    await upload(token, RED)
    expect((await upload(token, RED)).body.photos).toHaveLength(1)
    shop.pass(120)
    await shop.scheduled()
    expect(pictures()).toBe(1)
    expect(await shop.db.select().from(objectsToDelete)).toEqual([])
  })

  test('three of a step and no more, until one is deleted', async () => {
    const { token } = await accepted()
    const colours = ['#111111', '#555555', '#999999', '#dddddd']
    const pictures = await Promise.all(colours.map(photoOf))
    for (const picture of pictures.slice(0, PHOTOS_A_STEP)) {
      expect((await upload(token, picture)).status).toBe(200)
    }
    const [, , , fourth = RED] = pictures
    expect((await upload(token, fourth)).code).toBe('photos_full')
    expect((await upload(token, fourth, { step: 'door' })).status).toBe(200)
    const { photos } = await look(token)
    await remove(token, photos[0]?.id ?? '')
    expect((await upload(token, fourth)).status).toBe(200)
  })

  test.each([
    ['no token', ''],
    ['a token that is none', 'nobody'],
  ])('is refused with %s before the picture is read', async (_, token) => {
    const body = new ReadableStream({ pull: () => Promise.reject(new Error('It was read')) })
    expect(await upload(token, body)).toMatchObject({ code: 'florist_link_closed' })
    expect(shop.objects.size).toBe(0)
  })

  test.each([
    ['another step', { step: 'van' }],
    ['an endless key', { key: 'k'.repeat(65) }],
  ] as const)('is refused with %s', async (_, options) => {
    const { token } = await accepted()
    expect(await upload(token, RED, options)).toMatchObject({ code: 'invalid' })
  })

  test.each<[string, Uint8Array | string, string]>([
    ['a page', '<!doctype html><script>alert(1)</script>', 'picture_refused'],
    ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'picture_refused'],
    ['nothing', '', 'picture_refused'],
    ['half a picture', RED.slice(0, RED.length / 2), 'picture_refused'],
    ['more than ten megabytes', new Uint8Array(PICTURE_MAX_BYTES + 1), 'picture_refused'],
  ])('%s is refused, and nothing is stored', async (_, bytes, code) => {
    const { token } = await accepted()
    const refused = await upload(token, bytes)
    expect(refused).toMatchObject({ status: 422, code })
    expect([await rows(), shop.objects.size]).toEqual([[], 0])
  })
})

describe('a link that sends much', () => {
  /** An upload whose body comes when it is let go. */
  function slowUpload(token: string, key: string, picture = RED) {
    let finish = () => {}
    const body = new ReadableStream({
      start(controller) {
        finish = () => {
          controller.enqueue(picture)
          controller.close()
        }
      },
    })
    return { answered: upload(token, body, { key }), finish: () => finish() }
  }
  const underWay = async () => (await shop.db.select().from(objectsToDelete)).length

  test('has two uploads under way: a third one is told to wait, one of another link is not', async () => {
    const [made, other] = [await accepted(), await accepted()]
    const slow = Array.from({ length: UPLOADS_AT_ONCE }, (_, n) => slowUpload(made.token, `slow-${n}`))
    await expect.poll(underWay).toBe(UPLOADS_AT_ONCE)
    const third = await upload(made.token, GREEN)
    expect(third).toMatchObject({ status: 503, code: 'busy' })
    expect(third.body.error.message).toMatch(/^Two of your photos are still on their way/)
    expect((await upload(other.token, GREEN)).status).toBe(200)
    for (const { finish } of slow) finish()
    expect((await Promise.all(slow.map(({ answered }) => answered))).map(({ status }) => status)).toEqual([
      200, 200,
    ])
    expect((await upload(made.token, GREEN)).status).toBe(200)
  })

  test('may send again at once after uploads that were refused or cut off', async () => {
    const { token } = await accepted()
    for (let time = 0; time < UPLOADS_AT_ONCE + 1; time += 1) {
      expect((await upload(token, '<svg/>')).code).toBe('picture_refused')
    }
    expect((await upload(token, RED)).status).toBe(200)
  })

  test('may send again five minutes after uploads that the Worker never ended', async () => {
    const { token } = await accepted()
    const lost = Array.from({ length: UPLOADS_AT_ONCE }, (_, n) => slowUpload(token, `lost-${n}`, GREEN))
    await expect.poll(underWay).toBe(UPLOADS_AT_ONCE)
    expect((await upload(token, RED)).code).toBe('busy')
    shop.pass(6)
    expect((await upload(token, RED)).status).toBe(200)
    for (const { finish } of lost) finish()
    // They come too late to be stored.
    const late = await Promise.all(lost.map(({ answered }) => answered))
    expect(late.map(({ code }) => code)).toEqual(['too_slow', 'too_slow'])
    expect(await rows()).toHaveLength(1)
    shop.pass(60)
    await shop.scheduled()
    expect(pictures()).toBe(1)
  })

  test('is refused after many tries before anything is done for them', async () => {
    const { token } = await accepted()
    let made = 0
    const { photo } = shop.deps.pictures
    Object.assign(shop.deps.pictures, {
      photo: (...args: Parameters<typeof photo>) => {
        made += 1
        return photo(...args)
      },
    })
    for (let time = 0; time < PHOTO_TRIES.max; time += 1) expect((await upload(token, RED)).status).toBe(200)
    expect((await upload(token, RED)).code).toBe('rate_limited')
    expect([made, await rows()]).toEqual([PHOTO_TRIES.max, [expect.anything()]])
    shop.pass(61)
    expect((await upload(token, RED)).status).toBe(200)
  })
})

describe('a connection that is cut', () => {
  test.each([0, 1, 2, 100, RED.length - 1])('after %i bytes leaves nothing', async (bytes) => {
    const { token } = await accepted()
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(RED.slice(0, bytes))
      },
      pull: () => Promise.reject(new Error('cut')),
    })
    expect((await upload(token, body, { key: 'k' })).code).toBe('picture_refused')
    expect([await rows(), shop.objects.size]).toEqual([[], 0])
    // Sent again, it is one photo.
    expect((await upload(token, RED, { key: 'k' })).body.photos).toHaveLength(1)
  })

  test('before its answer: the same upload again is the photo that is there', async () => {
    const { token } = await accepted()
    await upload(token, RED, { key: 'k' })
    expect((await look(token)).photos).toHaveLength(1)
    expect((await upload(token, new Uint8Array(0), { key: 'k' })).body.photos).toHaveLength(1)
  })

  test.each(['put', 'answer of put'])(
    'to the bucket (%s) is said, and sent again it is one photo',
    async (what) => {
      const { token } = await accepted()
      const { storage } = shop.deps
      const put = storage.put
      Object.assign(storage, {
        put: async (...args: Parameters<typeof put>) => {
          if (what !== 'put') await put(...args)
          throw new StorageError('away')
        },
      })
      expect(await upload(token, RED, { key: 'k' })).toMatchObject({
        status: 503,
        code: 'storage_unavailable',
      })
      expect((await look(token)).photos).toEqual([])
      Object.assign(storage, { put })
      expect((await upload(token, RED, { key: 'k' })).body.photos).toHaveLength(1)
      shop.pass(40)
      await shop.scheduled()
      expect(pictures()).toBe(1)
      expect(shop.logged.some(({ event }) => event === 'unknown_error')).toBe(true)
    },
  )

  test('for good leaves no picture in the bucket', async () => {
    const { token } = await accepted()
    const { storage } = shop.deps
    const put = storage.put
    Object.assign(storage, {
      put: async (...args: Parameters<typeof put>) => {
        await put(...args)
        throw new StorageError('away')
      },
    })
    await upload(token, RED)
    Object.assign(storage, { put })
    expect(pictures()).toBe(1)
    shop.pass(29)
    await shop.scheduled()
    expect(pictures()).toBe(1)
    shop.pass(2)
    await shop.scheduled()
    expect(shop.objects.size).toBe(0)
    expect(await shop.db.select().from(objectsToDelete)).toEqual([])
  })
})

describe('a link to a photo', () => {
  async function taken() {
    const made = await accepted()
    const { body } = await upload(made.token, RED)
    return { ...made, url: new URL(body.photos[0]?.url ?? '', 'https://shop.example') }
  }
  const path = ({ pathname, search }: URL) => pathname + search

  test('lives ten minutes at most and five at least', async () => {
    const { url } = await taken()
    shop.pass(5)
    expect((await open(path(url))).status).toBe(200)
    shop.pass(5)
    expect((await open(path(url))).status).toBe(404)
  })

  test('is the same for looks within five minutes', async () => {
    const { token } = await taken()
    const urls = async () => (await look(token)).photos.map(({ url }) => url)
    const first = await urls()
    shop.pass(1)
    expect(await urls()).toEqual(first)
  })

  test.each<[string, (url: URL) => void]>([
    [
      'a later end',
      (url) => url.searchParams.set('until', String(Number(url.searchParams.get('until')) + 1)),
    ],
    ['an end that is no number', (url) => url.searchParams.set('until', '1e99')],
    ['another signature', (url) => url.searchParams.set('signature', 'a'.repeat(43))],
    [
      'a signature without its end',
      (url) => url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, -1) ?? ''),
    ],
    ['another shop order', (url) => (url.pathname = url.pathname.replace(/photos\/[^/]+/, 'photos/other'))],
    ['another picture', (url) => (url.pathname = url.pathname.replace(/[^/]+$/, crypto.randomUUID()))],
  ])('with %s opens nothing', async (_, forge) => {
    const { url } = await taken()
    forge(url)
    expect((await open(path(url))).status).toBe(404)
  })

  test.each(['until', 'signature'])('without %s opens nothing', async (field) => {
    const { url } = await taken()
    url.searchParams.delete(field)
    expect((await open(path(url))).status).toBe(422)
  })

  test('with what the link to another photo is signed by opens nothing, of the same order either', async () => {
    const [{ token, url }, elsewhere] = [await taken(), await taken()]
    const { body } = await upload(token, RED, { step: 'door' })
    const beside = new URL(body.photos[1]?.url ?? '', url)
    for (const other of [elsewhere.url, beside]) {
      expect((await open(url.pathname + other.search)).status).toBe(404)
      expect((await open(other.pathname + url.search)).status).toBe(404)
    }
  })

  test('signed with an older key opens while that is kept', async () => {
    const { url } = await taken()
    const newer = { id: 'newer', secret: 'a-newer-secret-of-the-tests-and-of-nothing-else' }
    const [old] = shop.deps.config.authKeys
    const rotated = (authKeys: typeof shop.deps.config.authKeys) =>
      createApp({ ...shop.deps, config: { ...shop.deps.config, authKeys } })
    expect((await rotated([newer, old]).request(path(url))).status).toBe(200)
    expect((await rotated([newer]).request(path(url))).status).toBe(404)
  })

  test('ends with the buyer’s links; later links open it', async () => {
    const { token, order, url } = await taken()
    const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
    const ended = await fixture.admin.post(`/admin/orders/${order.id}/end-buyer-links`, {
      version: body['version'],
    })
    expect(ended.status).toBe(200)
    expect((await open(path(url))).status).toBe(404)
    for (const photos of [(await look(token)).photos, (await track(order.trackingToken)).photos]) {
      expect((await open(photos[0]?.url ?? '')).status).toBe(200)
    }
  })

  test('of a photo that was deleted opens nothing, though the bucket still has it', async () => {
    const { token, url } = await taken()
    Object.assign(shop.deps.storage, { delete: () => Promise.reject(new StorageError('away')) })
    await remove(token, (await look(token)).photos[0]?.id ?? '')
    expect(pictures()).toBe(1)
    expect((await open(path(url))).status).toBe(404)
  })

  test('of a picture that is gone opens nothing', async () => {
    const { url } = await taken()
    shop.objects.clear()
    expect((await open(path(url))).status).toBe(404)
  })

  test('says that the bucket is away', async () => {
    const { url } = await taken()
    Object.assign(shop.deps.storage, { get: () => Promise.reject(new StorageError('away')) })
    expect((await open(path(url))).status).toBe(503)
  })
})

describe('buyers see the photos', () => {
  test('of the shop that has the order, until a week after the delivery', async () => {
    const { token, order, id } = await accepted()
    await upload(token, RED)
    expect((await track(order.trackingToken)).photos).toMatchObject([{ step: 'bouquet' }])
    await answer(token, 'ready')
    await upload(token, GREEN, { step: 'door' })
    await deliver(id)
    shop.pass(7 * 24 * 60 - 1)
    expect((await track(order.trackingToken)).photos.map(({ step }) => step)).toEqual(['bouquet', 'door'])
    shop.pass(1)
    expect((await track(order.trackingToken)).photos).toEqual([])
  })

  test('in the email about the delivery, by links that live a week', async () => {
    const { token, order, id } = await accepted()
    await upload(token, RED)
    await deliver(id)
    await shop.settled()
    await shop.scheduled()
    const [mail] = (await shop.messages(order.customerEmail)).filter(({ html }) =>
      html.includes('/api/photos/'),
    )
    const src = /src="([^"]*\/api\/photos\/[^"]*)"/.exec(mail?.html ?? '')?.[1]?.replaceAll('&amp;', '&')
    const { origin, pathname, search } = new URL(src ?? '')
    expect(origin).toBe(shop.deps.config.origin)
    shop.pass(7 * 24 * 60 - 1)
    expect((await open(pathname + search)).status).toBe(200)
    shop.pass(1)
    expect((await open(pathname + search)).status).toBe(404)
  })

  test.each(['cancelled', 'withdrawn'])('of no order that is %s', async (what) => {
    const { token, order, id } = await accepted()
    await upload(token, RED)
    if (what === 'cancelled')
      await shop.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, order.id))
    else {
      const { version } = await fixture.detail(id)
      await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
    }
    expect((await track(order.trackingToken)).photos).toEqual([])
  })
})

describe('a photo is deleted', () => {
  test('by the florist: its row and hash stay, its picture goes at once', async () => {
    const { token } = await accepted()
    const { body } = await upload(token, RED)
    const [photo] = body.photos
    const after = await remove(token, photo?.id ?? '')
    expect(after.body['photos']).toEqual([])
    await shop.settled()
    expect(shop.objects.size).toBe(0)
    expect((await open(photo?.url ?? '')).status).toBe(404)
    expect(await rows()).toMatchObject([{ hash: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect((await remove(token, photo?.id ?? '')).status).toBe(200)
  })

  test('by no other florist, nor after the delivery', async () => {
    const [one, two] = [await accepted(), await accepted()]
    const { body } = await upload(one.token, RED)
    const id = body.photos[0]?.id ?? ''
    await remove(two.token, id)
    expect(pictures()).toBe(1)
    await deliver(one.id)
    expect((await remove(one.token, id)).body).toMatchObject({ error: { code: 'florist_too_late' } })
  })

  test('by an admin at any time; the log keeps that', async () => {
    const { token, order, id } = await accepted()
    await upload(token, RED)
    await deliver(id)
    const [{ id: photoId } = { id: '' }] = await rows()
    const path = `/admin/orders/${order.id}/photos/${photoId}`
    expect((await fixture.admin.delete(path)).status).toBe(200)
    expect((await fixture.admin.delete(path)).status).toBe(200)
    await shop.settled()
    expect(shop.objects.size).toBe(0)
    const { body } = await fixture.admin.get(`/admin/orders/${order.id}`)
    expect(body['photos']).toEqual([])
    const kinds = (body['timeline'] as { kind?: string }[]).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['photo_added', 'photo_deleted']))
    expect((await fixture.admin.delete(`/admin/orders/${order.id}/photos/${order.id}`)).status).toBe(404)
  })

  test('of two that are the same picture: the other one keeps its own', async () => {
    const { token } = await accepted()
    await upload(token, RED)
    const { body } = await upload(token, RED, { step: 'door' })
    expect(pictures()).toBe(2)
    await remove(token, body.photos[0]?.id ?? '')
    await shop.settled()
    expect((await open(body.photos[1]?.url ?? '')).status).toBe(200)
    await remove(token, body.photos[1]?.id ?? '')
    await shop.settled()
    expect(shop.objects.size).toBe(0)
  })

  test('of two from before pictures had names of their own, which share one: the last one takes it along', async () => {
    const { token, id } = await accepted()
    await upload(token, RED)
    await upload(token, RED, { step: 'door' })
    const [kept] = [...shop.objects.values()]
    const [{ hash } = { hash: '' }] = await rows()
    shop.objects.clear()
    if (kept) shop.objects.set(`photos/${id}/${hash}.jpg`, kept)
    await shop.db.update(orderPhotos).set({ object: null })
    const { photos } = await look(token)
    expect((await open(photos[1]?.url ?? '')).status).toBe(200)
    await remove(token, photos[0]?.id ?? '')
    await shop.settled()
    expect((await open(photos[1]?.url ?? '')).status).toBe(200)
    await remove(token, photos[1]?.id ?? '')
    await shop.settled()
    expect(shop.objects.size).toBe(0)
  })

  test('and taken again while the bucket is away: it is another picture', async () => {
    const { token } = await accepted()
    const { body } = await upload(token, RED)
    const { storage } = shop.deps
    const { delete: works } = storage
    Object.assign(storage, { delete: () => Promise.reject(new StorageError('away')) })
    await remove(token, body.photos[0]?.id ?? '')
    await shop.settled()
    expect((await upload(token, RED, { key: 'again' })).body.photos).toHaveLength(1)
    Object.assign(storage, { delete: works })
    await shop.scheduled()
    expect(pictures()).toBe(1)
    const [url = ''] = (await look(token)).photos.map((each) => each.url)
    expect((await open(url)).status).toBe(200)
  })

  test('after 180 days, while the bucket answers', async () => {
    const { token } = await accepted()
    await upload(token, RED)
    shop.pass(180 * 24 * 60 - 1)
    await shop.scheduled()
    expect(pictures()).toBe(1)
    shop.pass(2)
    const { storage } = shop.deps
    const { delete: works } = storage
    Object.assign(storage, { delete: () => Promise.reject(new StorageError('away')) })
    await shop.scheduled()
    expect([pictures(), (await rows())[0]?.deletedAt]).toEqual([1, expect.any(String)])
    Object.assign(storage, { delete: works })
    await shop.scheduled()
    expect(shop.objects.size).toBe(0)
    expect(await rows()).toHaveLength(1)
  })

  test('with its order', async () => {
    const { token, order, id } = await accepted()
    await upload(token, RED)
    const { version } = await fixture.detail(id)
    await fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version })
    await shop.db
      .update(orders)
      .set({ status: 'cancelled', paymentStatus: 'failed', paidAt: null })
      .where(eq(orders.id, order.id))
    expect((await fixture.admin.delete(`/admin/orders/${order.id}`)).status).toBe(200)
    await shop.scheduled()
    expect([shop.objects.size, await rows()]).toEqual([0, []])
  })
})
