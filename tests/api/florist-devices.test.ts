import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { floristDevices, shops } from '#drizzle/schema/markets.ts'
import { changeRecords } from '#drizzle/schema/messages.ts'
import { floristLinks } from '#drizzle/schema/shop-orders.ts'
import { answerAsFlorist } from '#tests/support/florist-answer.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'

let fixture: FloristFixture

beforeAll(async () => {
  fixture = await openFloristFixture()
})
beforeEach(() => {
  fixture.shop.deps.push = fixture.shop.push
  fixture.shop.push.reset()
})
afterAll(() => fixture.shop.close())

type Device = {
  id: string
  name: string
  isOwn: boolean
  lastRungAt: string | null
  lastAnswer: string | null
}

const call = async (what: string, json: object) => {
  const { status, body } = await fixture.shop.post(`/florist/devices${what}`, json)
  const {
    devices = [],
    answer,
    error,
  } = body as {
    devices?: Device[]
    answer?: string
    error?: { code: string; issues: { path: string }[] }
  }
  return { status, devices, answer, code: error?.code, paths: error?.issues.map(({ path }) => path) }
}
/** The pushes to a browser, other than those for orders. */
const triesOf = (of: string) =>
  fixture.shop.push.tried.filter(
    ({ endpoint, payload }) => endpoint === of && payload.includes('how it sounds'),
  )
let made = 0
const endpointOf = (name: string) => `https://fcm.googleapis.com/fcm/send/${name}`
const subscriptionOf = (endpoint: string, key = 'k') => ({
  endpoint,
  expirationTime: null,
  keys: { p256dh: 'B'.padEnd(87, key), auth: key.repeat(22) },
})
/** A new browser, and where its pushes go. */
const newEndpoint = () => {
  made += 1
  return endpointOf(`browser-${made}`)
}
const add = (token: string, endpoint = newEndpoint(), name = 'Counter phone') =>
  call('/add', { token, name, subscription: subscriptionOf(endpoint) })

/** A shop whose florist has a link, with one phone. */
async function ringing() {
  const asked = await fixture.asked()
  const endpoint = newEndpoint()
  const { devices } = await add(asked.token, endpoint)
  const [device] = devices
  if (!device) throw new Error('No phone was added')
  return { ...asked, endpoint, device }
}
const stored = (id: string) => fixture.shop.db.select().from(floristDevices).where(eq(floristDevices.id, id))

describe('a phone that rings', () => {
  test('belongs to the shop: the link of a later order lists it, that of another shop does not', async () => {
    const { florist, endpoint, device } = await ringing()
    const { id } = await fixture.assigned({ shopId: florist.id })
    const [later = ''] = await fixture.tokensOf(String(florist.email))
    expect(await fixture.linksOf(id)).toHaveLength(1)
    const { devices } = await call('', { token: later, endpoint })
    expect(devices).toEqual([
      {
        id: device.id,
        name: 'Counter phone',
        createdAt: fixture.shop.clock.at.toISOString(),
        // For that order.
        lastRungAt: fixture.shop.clock.at.toISOString(),
        lastAnswer: 'Rang',
        isOwn: true,
      },
    ])
    const other = await fixture.asked()
    expect((await call('', { token: other.token, endpoint })).devices).toEqual([])
    for (const what of ['/rename', '/try'])
      expect(
        await call(what, {
          token: other.token,
          deviceId: device.id,
          ...(what === '/rename' && { name: 'Mine' }),
        }),
      ).toMatchObject({ status: 404, code: 'device_not_found' })
    expect((await call('/remove', { token: other.token, deviceId: device.id })).status).toBe(200)
    expect(await stored(device.id)).toMatchObject([{ name: 'Counter phone', shopId: florist.id }])
  })

  test('is not reached by a link that opens nothing, in the same words for each call', async () => {
    const { id, token, device } = await ringing()
    await fixture.shop.db
      .update(floristLinks)
      .set({ expiresAt: fixture.shop.clock.at.toISOString() })
      .where(eq(floristLinks.shopOrderId, id))
    for (const dead of [token, 'no-token'])
      for (const [what, more] of Object.entries({
        '': {},
        '/add': { name: 'New', subscription: subscriptionOf(newEndpoint()) },
        '/rename': { deviceId: device.id, name: 'New' },
        '/remove': { deviceId: device.id },
        '/try': { deviceId: device.id },
      }))
        expect(await call(what, { token: dead, ...more })).toMatchObject({
          status: 404,
          code: 'florist_link_closed',
        })
    expect(await stored(device.id)).toMatchObject([{ name: 'Counter phone' }])
    expect(fixture.shop.push.tried).toEqual([])
  })

  test('is added on a page whose order was declined, as long as its link opens', async () => {
    const { token } = await fixture.asked()
    expect((await answerAsFlorist(fixture.shop, token, 'reject', { reason: 'Full today' })).status).toBe(200)
    expect((await add(token)).devices).toHaveLength(1)
  })

  test('that is added again gets the new keys and name, and no second ring', async () => {
    const { token, endpoint, device } = await ringing()
    const again = await call('/add', {
      token,
      name: 'Workroom',
      subscription: subscriptionOf(endpoint, 'z'),
    })
    expect(again.devices).toMatchObject([{ id: device.id, name: 'Workroom', isOwn: true }])
    expect(await stored(device.id)).toMatchObject([{ auth: 'z'.repeat(22), p256dh: 'B'.padEnd(87, 'z') }])
  })

  test('that another shop adds rings for that one only, and forgets the rings of before', async () => {
    const { token, endpoint, device } = await ringing()
    await call('/try', { token, deviceId: device.id })
    const other = await fixture.asked()
    expect((await add(other.token, endpoint, 'Here now')).devices).toMatchObject([
      { name: 'Here now', lastRungAt: null, lastAnswer: null },
    ])
    expect((await call('', { token, endpoint })).devices).toEqual([])
  })

  test('is refused as the eleventh of a shop, while one that is there may be added again', async () => {
    const { token } = await fixture.asked()
    const endpoints = Array.from({ length: 10 }, newEndpoint)
    for (const [n, endpoint] of endpoints.entries())
      expect((await add(token, endpoint, `Phone ${n}`)).devices).toHaveLength(n + 1)
    expect(await add(token)).toMatchObject({ status: 409, code: 'devices_full' })
    const again = await add(token, endpoints[3], 'Renamed')
    expect(again.devices.map(({ name }) => name)).toContain('Renamed')
    expect(again.devices).toHaveLength(10)
  })

  test.each([
    ['an address that is no push service’s', { endpoint: 'https://example.com/x' }, 'subscription.endpoint'],
    ['one in our network', { endpoint: 'http://127.0.0.1:80/x' }, 'subscription.endpoint'],
    ['no key', { keys: { p256dh: '', auth: 'k'.repeat(22) } }, 'subscription.keys.p256dh'],
    [
      'a secret of another length',
      { keys: { p256dh: 'B'.padEnd(87, 'k'), auth: 'k' } },
      'subscription.keys.auth',
    ],
  ])('with %s is refused and not called', async (_, wrong, path) => {
    const { token } = await fixture.asked()
    const subscription = { ...subscriptionOf(newEndpoint()), ...wrong }
    expect(await call('/add', { token, name: 'Phone', subscription })).toMatchObject({
      status: 422,
      paths: [path],
    })
    expect((await call('', { token })).devices).toEqual([])
  })

  test('is renamed, and not to nothing', async () => {
    const { token, device } = await ringing()
    const rename = (name: string) => call('/rename', { token, deviceId: device.id, name })
    expect((await rename('  Back   room ')).devices).toMatchObject([{ name: 'Back room', isOwn: false }])
    expect(await rename(' ')).toMatchObject({ status: 422, paths: ['name'] })
    expect(await rename('x'.repeat(61))).toMatchObject({ status: 422, paths: ['name'] })
  })

  test('that is removed twice is gone once, and can be added again', async () => {
    const { token, endpoint, device } = await ringing()
    for (const _ of [1, 2])
      expect(await call('/remove', { token, deviceId: device.id })).toMatchObject({
        status: 200,
        devices: [],
      })
    expect((await add(token, endpoint)).devices).toHaveLength(1)
  })

  test('rings on “Try it now” with nothing of an order in it, and shows when it did', async () => {
    const { token, endpoint, device } = await ringing()
    const tried = await call('/try', { token, deviceId: device.id, endpoint })
    expect(tried).toMatchObject({
      answer: 'taken',
      devices: [{ lastRungAt: fixture.shop.clock.at.toISOString(), lastAnswer: 'Rang' }],
    })
    const tests = triesOf(endpoint)
    expect(tests).toHaveLength(1)
    expect(JSON.parse(tests[0]?.payload ?? '')).toEqual({
      title: 'Apologize Better',
      body: 'This is how it sounds.',
      url: `/florist#${token}`,
      tag: 'try',
    })
  })

  test('that its push service does not know any more is removed by “Try it now”, which says so', async () => {
    const { token, device } = await ringing()
    fixture.shop.push.failWith({ kind: 'gone' })
    expect(await call('/try', { token, deviceId: device.id })).toMatchObject({
      status: 200,
      answer: 'gone',
      devices: [],
    })
    expect(await stored(device.id)).toEqual([])
  })

  test('that its push service does not take a ring for stays, with what it said', async () => {
    const { token, device } = await ringing()
    fixture.shop.push.failWith({ kind: 'unavailable' })
    expect(await call('/try', { token, deviceId: device.id })).toMatchObject({
      answer: 'unavailable',
      devices: [{ id: device.id, lastAnswer: 'The push service failed on purpose: unavailable' }],
    })
  })

  test('is tried five times a minute, and again after it', async () => {
    const { token, endpoint, device } = await ringing()
    const tryIt = () => call('/try', { token, deviceId: device.id })
    for (const _ of [1, 2, 3, 4, 5]) expect((await tryIt()).answer).toBe('taken')
    expect(await tryIt()).toMatchObject({ status: 429, code: 'rate_limited' })
    expect(triesOf(endpoint)).toHaveLength(5)
    fixture.shop.pass(1.1)
    expect((await tryIt()).answer).toBe('taken')
  })

  test('tells its new subscription by its old one; one that is not known changes nothing', async () => {
    const { endpoint, device } = await ringing()
    const next = newEndpoint()
    for (const before of [endpointOf('nobody'), endpoint, endpoint])
      expect((await call('/renew', { before, subscription: subscriptionOf(next, 'n') })).status).toBe(200)
    expect(await stored(device.id)).toMatchObject([{ endpoint: next, auth: 'n'.repeat(22) }])
    const wrong = { before: next, subscription: subscriptionOf('https://example.com/') }
    expect((await call('/renew', wrong)).status).toBe(422)
  })
})

describe('without the setting', () => {
  test('the order of a link has no key, and no phone is added or rung', async () => {
    const { token, device } = await ringing()
    const look = () => fixture.shop.post('/florist/order', { token })
    expect((await look()).body['push']).toEqual({ publicKey: fixture.shop.push.publicKey })
    fixture.shop.deps.push = null
    expect((await look()).body['push']).toBeNull()
    expect(await add(token)).toMatchObject({ status: 404, code: 'not_found' })
    expect(await call('/try', { token, deviceId: device.id })).toMatchObject({
      status: 404,
      code: 'not_found',
    })
    expect(fixture.shop.push.tried).toEqual([])
  })
})

describe('the back office', () => {
  test('lists the phones of a shop and removes one, once, with its name in the history', async () => {
    const { florist, device } = await ringing()
    const path = `/admin/shops/${florist.id}`
    expect((await fixture.admin.get(path)).body).toMatchObject({
      phones: [{ id: device.id, name: 'Counter phone', lastRungAt: null, lastAnswer: null }],
      emailOnly: false,
      rings: { push: true, texts: false },
      version: 1,
    })
    for (const _ of [1, 2])
      expect((await fixture.admin.delete(`${path}/devices/${device.id}`)).status).toBe(200)
    const { body } = await fixture.admin.get(path)
    expect(body).toMatchObject({ phones: [], emailOnly: true, version: 1 })
    const { db } = fixture.shop
    expect(await db.select().from(changeRecords).where(eq(changeRecords.entityId, florist.id))).toMatchObject(
      [{ action: 'update', field: 'phones', before: 'Counter phone', after: null }],
    )
  })

  test('answers nobody with the addresses and keys of phones', async () => {
    const { florist, endpoint, token } = await ringing()
    const read = [
      (await fixture.admin.get(`/admin/shops/${florist.id}`)).body,
      (await fixture.admin.get('/admin/shops')).body,
      await call('', { token, endpoint }),
    ]
    expect(JSON.stringify(read)).not.toContain(endpoint)
    expect(JSON.stringify(read)).not.toContain('k'.repeat(22))
  })

  test('marks the shops that only email reaches in list and desk, while there is another way', async () => {
    const { florist, order } = await ringing()
    const quiet = await fixture.florist({ name: `Quiet ${florist.id.slice(0, 8)}`, phone: '(212) 555-0188' })
    const marked = async () => {
      const pages = [quiet, florist].map(({ name }) =>
        fixture.admin.get(`/admin/shops?q=${encodeURIComponent(name)}`),
      )
      const rows = (await Promise.all(pages)).flatMap(
        ({ body }) => body['rows'] as { id: string; emailOnly: boolean }[],
      )
      const desk = (await fixture.admin.get(`/admin/assignments/${order.id}`)).body as {
        markets: { shops: { id: string; emailOnly: boolean }[] }[]
      }
      const both = [rows, desk.markets.flatMap((market) => market.shops)]
      return both.map((all) =>
        [quiet, florist].map(({ id }) => all.find((shop) => shop.id === id)?.emailOnly),
      )
    }
    expect(await marked()).toEqual([
      [true, false],
      [true, false],
    ])
    fixture.shop.deps.push = null
    expect(await marked()).toEqual([
      [false, false],
      [false, false],
    ])
    // Phones that ring are of no use then, but one of them takes texts.
    fixture.shop.deps.texts = fixture.shop.texts
    await fixture.shop.db.update(shops).set({ takesTexts: true }).where(eq(shops.id, quiet.id))
    expect(await marked()).toEqual([
      [false, true],
      [false, true],
    ])
    const detail = async (id: string) => (await fixture.admin.get(`/admin/shops/${id}`)).body['emailOnly']
    expect([await detail(quiet.id), await detail(florist.id)]).toEqual([false, true])
    fixture.shop.deps.texts = null
  })

  test('loses the phones of a shop that it deletes', async () => {
    const { id } = await fixture.florist()
    const { device } = await ringing()
    await fixture.shop.db.update(floristDevices).set({ shopId: id }).where(eq(floristDevices.id, device.id))
    expect((await fixture.admin.delete(`/admin/shops/${id}`)).status).toBe(200)
    expect(await stored(device.id)).toEqual([])
  })
})
