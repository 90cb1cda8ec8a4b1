import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { encryptPayload } from '#api/platform/push/encrypt.ts'
import { vapidHeader } from '#api/platform/push/vapid.ts'
import { webPush } from '#api/platform/push/web-push.ts'
import { makeKeyPair } from '#local/push/keys.ts'
import type { Ring } from '#local/push/phones.ts'
import { type PushOptions, type PushService, startPush } from '#local/push/server.ts'

const SHOP_KEYS = makeKeyPair()
const SUBJECT = 'mailto:help@shop.example'
const MESSAGE = {
  payload: 'Bouquet “Sorry”, by 5 PM, 12 Main Street, 10001',
  ttlSeconds: 600,
  topic: 'offer-1',
}

type Subscription = { id: string; endpoint: string; keys: { p256dh: string; auth: string } }

/** The push stand-in on a free port, gone when the test is over. */
async function startService(): Promise<{ service: PushService; options: PushOptions }> {
  const folder = await mkdtemp(join(tmpdir(), 'push-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const options = { file: join(folder, 'push.db'), host: '127.0.0.1', port: 0 }
  const service = await startPush(options)
  onTestFinished(() => service.close())
  return { service, options }
}

/** A phone at a push service, and the shop that rings it. */
async function startPhone() {
  const { service, options } = await startService()
  const post = (path: string, body: object) =>
    fetch(`${service.url}${path}`, { method: 'POST', body: JSON.stringify(body) })
  const response = await post('/subscriptions', {
    name: 'Counter',
    applicationServerKey: SHOP_KEYS.publicKey,
  })
  const { id, endpoint, keys } = (await response.json()) as Subscription
  const push = webPush({ ...SHOP_KEYS, subject: SUBJECT, standIn: service.url })
  return {
    service,
    options,
    id,
    keys,
    endpoint,
    setFault: (fault: object) => post('/_local/fault', fault),
    ring: () => push.send({ endpoint, ...keys }, MESSAGE),
    rings: async () => (await (await fetch(`${service.url}/_local/rings?phone=${id}`)).json()) as Ring[],
    page: async () => (await fetch(service.url)).text(),
  }
}

describe('a push', () => {
  test('rings the phone with the words that the shop encrypted, after a restart too', async () => {
    const phone = await startPhone()
    await phone.ring()
    const { payload, ttlSeconds: ttl, topic } = MESSAGE
    const rung = [expect.objectContaining({ payload, ttl, topic, urgency: 'high', rang: true })]
    expect(await phone.rings()).toEqual(rung)
    await phone.service.close()

    const again = await startPush(phone.options)
    onTestFinished(() => again.close())
    expect(await (await fetch(`${again.url}/_local/rings`)).json()).toEqual(rung)
  })

  test('is answered 201, with the address of the message and the time for which it is kept', async () => {
    const { endpoint, keys, service } = await startPhone()
    const response = await fetch(endpoint, await call(keys, service.url))
    expect([response.status, response.headers.get('ttl'), response.headers.get('location')]).toEqual([
      201,
      '60',
      expect.stringMatching(/^\/messages\/[\w-]+$/),
    ])
  })

  const hours = (n: number) => Math.floor(Date.now() / 1000) + n * 3600
  const stranger = makeKeyPair()
  test.each([
    ['without a TTL', { headers: { ttl: '' } }, 400],
    ['in another encoding', { headers: { 'content-encoding': 'aesgcm' } }, 400],
    ['with a topic of 33 letters', { headers: { topic: 'a'.repeat(33) } }, 400],
    ['with an urgency that there is not', { headers: { urgency: 'highest' } }, 400],
    ['in plain text', { body: 'Ring' }, 400],
    ['of 4,097 bytes', { body: new Uint8Array(4097) }, 413],
    ['by a stranger without a token', { headers: { authorization: 'Bearer key' } }, 401],
    ['by another shop', { keys: stranger }, 403],
    ['with a key that did not sign', { keys: stranger, named: SHOP_KEYS.publicKey }, 403],
    ['for another push service', { audience: 'https://push.example' }, 403],
    ['with a token that has ended', { expires: hours(-1) }, 403],
    ['with a token for more than a day', { expires: hours(25) }, 403],
    ['without somebody to write to', { subject: 'help@shop.example' }, 403],
  ])('%s is refused', async (_, changes, status) => {
    const { endpoint, keys, service, rings } = await startPhone()
    const response = await fetch(endpoint, await call(keys, service.url, changes))
    expect([response.status, await rings()]).toEqual([status, []])
  })

  test('to a phone that was removed is answered 410, and to one that never was 404', async () => {
    const { ring, service, id, endpoint, keys } = await startPhone()
    const other = fetch(`${endpoint}x`, await call(keys, service.url))
    expect((await other).status).toBe(404)
    expect((await fetch(`${service.url}/subscriptions/${id}`, { method: 'DELETE' })).status).toBe(204)
    await expect(ring()).rejects.toMatchObject({ kind: 'gone', message: expect.stringContaining('410') })
  })
})

type Changes = {
  headers?: Record<string, string>
  body?: BodyInit
  keys?: typeof SHOP_KEYS
  /** The key that the header names. */
  named?: string
  audience?: string
  expires?: number
  subject?: string
}

/** The request of a push, made by hand, with some of it changed. */
async function call(to: Subscription['keys'], origin: string, changes: Changes = {}): Promise<RequestInit> {
  const { audience = origin, expires = Math.floor(Date.now() / 1000) + 3600, subject = SUBJECT } = changes
  const signer = changes.keys ?? SHOP_KEYS
  const signed = await vapidHeader(signer, { audience, expires, subject })
  const authorization = signed.replace(signer.publicKey, changes.named ?? signer.publicKey)
  const headers = { authorization, ttl: '60', 'content-encoding': 'aes128gcm', ...changes.headers }
  return { method: 'POST', headers, body: changes.body ?? (await encryptPayload('Ring', to)) }
}

describe('a fault', () => {
  test.each([
    ['error-before', 'unavailable', 0],
    ['error-after', 'unavailable', 1],
    ['not-found', 'gone', 0],
    ['gone', 'gone', 0],
    ['too-large', 'rejected', 0],
    ['lost-answer', 'unavailable', 1],
  ])('%s is %s for the shop, and rings %i times; then all is well', async (kind, error, times) => {
    const { ring, rings, setFault } = await startPhone()
    await setFault({ kind, times: 1 })
    await expect(ring()).rejects.toMatchObject({ kind: error })
    expect(await rings()).toHaveLength(times)
    await ring()
    expect(await rings()).toHaveLength(times + 1)
  })

  test('rate-limit says how long to wait', async () => {
    const { ring, setFault } = await startPhone()
    await setFault({ kind: 'rate-limit', ms: 30_000 })
    await expect(ring()).rejects.toMatchObject({ kind: 'busy', retryAfterSeconds: 30 })
  })

  test.each([
    ['lost-push', [false]],
    ['repeated-push', [true, true]],
  ])('%s is a success for the shop, whatever the phone does', async (kind, rang) => {
    const { ring, rings, setFault } = await startPhone()
    await setFault({ kind, times: 1 })
    await ring()
    const taken = await rings()
    expect(taken.map((each) => each.rang)).toEqual(rang)
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1)
  })

  test('hang and slow keep the shop waiting', async () => {
    const { ring, rings, setFault, service } = await startPhone()
    await setFault({ kind: 'hang', times: 1 })
    const hanging = expect(ring()).rejects.toMatchObject({ kind: 'unavailable' })
    await service.held.whenHeld()
    service.held.release()
    await hanging
    expect(await rings()).toEqual([])

    await setFault({ kind: 'slow', ms: 3_600_000, times: 1 })
    const slow = ring()
    await service.held.whenHeld()
    service.held.release()
    await slow
    expect(await rings()).toHaveLength(1)
  })

  test('that there is not is refused', async () => {
    const { setFault } = await startPhone()
    expect((await setFault({ kind: 'explodes' })).status).toBe(400)
  })
})

test('the page lists phones and rings, takes new ones, and removes them', async () => {
  const { ring, page, service, id } = await startPhone()
  const send = (path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(form), headers })
  expect(await page()).toContain('It has not rung yet.')
  await ring()
  expect(await page()).toContain(MESSAGE.payload)
  await send('/subscriptions', { name: 'Workshop <b>' })
  expect(await page()).toContain('Workshop &lt;b&gt;')
  const foreign = { 'sec-fetch-site': 'cross-site' }
  expect((await send(`/_local/phones/${id}/remove`, {}, foreign)).status).toBe(403)
  await send(`/_local/phones/${id}/remove`)
  expect(await page()).toContain('Removed')
  await send('/_local/clear')
  expect(await page()).not.toContain(MESSAGE.payload)
})
