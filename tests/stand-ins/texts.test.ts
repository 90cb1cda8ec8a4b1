import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isSigned, telnyxTexts } from '#api/platform/texts/telnyx.ts'
import { listen } from '#local/http.ts'
import { startTexts } from '#local/texts/server.ts'
import { newKeys } from '#local/texts/signature.ts'
import type { Report, Text } from '#local/texts/text.ts'

const KEYS = newKeys()
const FROM = '+18885550100'
const TO = '+12125550142'
type Event = { data: { id: string; event_type: string; payload: Record<string, unknown> } }

/** A receiver of webhooks that answers each with the next of `answers`, 200 when there are no more. */
async function receiver(...answers: number[]) {
  const received: { headers: Headers; body: string; event: Event }[] = []
  const server = await listen(
    async (request) => {
      const body = await request.text()
      received.push({ headers: request.headers, body, event: JSON.parse(body) })
      return new Response('', { status: answers.shift() ?? 200 })
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.close())
  return { url: server.url, received }
}

/** The stand-in with the shop's own adapter in front of it. */
async function start(url = 'http://127.0.0.1:9/nobody') {
  const folder = await mkdtemp(join(tmpdir(), 'texts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const server = await startTexts({
    file: join(folder, 'texts.db'),
    host: '127.0.0.1',
    port: 0,
    apiKey: 'KEY1',
    from: FROM,
    webhook: { url, privateKey: KEYS.privateKey, retryDelaysMs: [10, 10] },
  })
  onTestFinished(() => server.close())
  const settings = { apiUrl: server.url, from: FROM, publicKey: KEYS.publicKey, timeoutFactor: 30 }
  const texts = telnyxTexts({ ...settings, apiKey: 'KEY1' })
  const post = (path: string, body: object) =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    server,
    texts,
    settings,
    post,
    list: async () => (await (await fetch(`${server.url}/_local/texts`)).json()) as Text[],
    page: async () => (await fetch(server.url)).text(),
  }
}

test('a text that was taken stands in its conversation and is reported, signed', async () => {
  const shop = await receiver()
  const { texts, list, page } = await start(shop.url)
  const id = await texts.send(TO, 'Order <K7QX> waits')
  expect(await list()).toMatchObject([{ id, direction: 'outbound', phone: TO, text: 'Order <K7QX> waits' }])
  await expect.poll(() => shop.received.length).toBe(1)
  const [first] = shop.received
  const header = (name: string) => first?.headers.get(name) ?? undefined
  expect(await isSigned(first?.body ?? '', header, KEYS.publicKey, new Date())).toBe(true)
  expect(await texts.readEvent(first?.body ?? '', header, new Date())).toMatchObject({
    kind: 'delivery',
    providerMessageId: id,
    state: 'delivered',
  })
  expect(await page()).toContain('Order &lt;K7QX&gt; waits')
})

test.each<[Report, number | undefined, string[]]>([
  ['on-time', undefined, ['delivered']],
  ['late', 20, ['delivered']],
  ['twice', undefined, ['delivered', 'delivered']],
  ['failed', undefined, ['delivery_failed']],
  ['unconfirmed', undefined, ['delivery_unconfirmed']],
])('a text that is reported %s brings %j %j', async (report, lateMs, statuses) => {
  const shop = await receiver()
  const { server, texts } = await start(shop.url)
  server.setReporting({ report, lateMs })
  await texts.send(TO, 'Hi')
  const told = () =>
    shop.received.map(({ event }) => (event.data.payload['to'] as { status: string }[])[0]?.status)
  await expect.poll(told).toEqual(statuses)
  expect(new Set(shop.received.map(({ event }) => event.data.id)).size).toBe(1)
})

test('a text that is never reported is so once a person says what became of it', async () => {
  const shop = await receiver()
  const { server, texts, post } = await start(shop.url)
  server.setReporting({ report: 'never' })
  const id = await texts.send(TO, 'Hi')
  expect(await (await fetch(`${server.url}/_local/events`)).json()).toEqual([])
  expect((await post(`/_local/texts/${id}/reports`, { report: 'failed' })).status).toBe(200)
  await expect.poll(() => shop.received.length).toBe(1)
  expect((await post('/_local/texts/nothing/reports', { report: 'failed' })).status).toBe(404)
})

test('what somebody texts reaches the shop, again until it is taken, with one id', async () => {
  const shop = await receiver(500, 404)
  const { texts, post } = await start(shop.url)
  await post('/_local/inbound', { from: '(212) 555-0142', text: '1' })
  await expect.poll(() => shop.received.length).toBe(3)
  const bodies = new Set(shop.received.map(({ body }) => body))
  expect(bodies.size).toBe(1)
  const [last] = shop.received
  const header = (name: string) => last?.headers.get(name) ?? undefined
  expect(await texts.readEvent(last?.body ?? '', header, new Date())).toMatchObject({
    kind: 'received',
    from: TO,
    text: '1',
  })
})

test('nothing is taken to a number that texted STOP, until it texts START', async () => {
  const { texts, post, page } = await start()
  await post('/_local/inbound', { from: TO, text: 'Stop' })
  await expect(texts.send(TO, 'Hi')).rejects.toMatchObject({ kind: 'stopped' })
  expect(await page()).toContain('badge bad')
  await post('/_local/inbound', { from: TO, text: 'START' })
  expect(await texts.send(TO, 'Hi')).toMatch(/-/)
})

test('the same text twice is two: there is no key', async () => {
  const { texts, list } = await start()
  await texts.send(TO, 'Hi')
  await texts.send(TO, 'Hi')
  expect(await list()).toHaveLength(2)
})

test.each([
  ['error-before', 'unavailable', 0],
  ['error-after', 'unavailable', 1],
  ['lost-answer', 'unavailable', 1],
  ['rate-limit', 'busy', 0],
] as const)('under the fault %s the shop reads %s, and %i text went', async (kind, failure, went) => {
  const { server, texts, list } = await start()
  server.setFault({ kind, times: 1 })
  await expect(texts.send(TO, 'Hi')).rejects.toMatchObject({ kind: failure })
  expect(await list()).toHaveLength(went)
  expect(await texts.send(TO, 'Again')).toMatch(/-/)
})

test.each([
  ['another key', { apiKey: 'KEY2' }, TO, 'configuration'],
  ['another number of ours', { from: '+18885550199' }, TO, 'configuration'],
  ['a number that is none', {}, '+442071838750', 'rejected'],
])('%s is refused', async (_, changes, to, kind) => {
  const { settings } = await start()
  const texts = telnyxTexts({ ...settings, apiKey: 'KEY1', ...changes })
  await expect(texts.send(to, 'Hi')).rejects.toMatchObject({ kind })
})

test('a form of another site changes nothing', async () => {
  const { server, list } = await start()
  const answer = await fetch(`${server.url}/_local/inbound`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
    body: JSON.stringify({ from: TO, text: 'STOP' }),
  })
  expect(answer.status).toBe(403)
  expect(await list()).toEqual([])
})
