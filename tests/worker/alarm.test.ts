import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// The alarm at the built Worker: a provider that is dead, a database that is dead, and a webhook's secret that is wrong.

let port: number
let shop: OwnShop
beforeAll(async () => {
  port = (await reservePorts()).shop
  shop = await openShop(port, {})
})
afterAll(() => shop.close())

const FAIL = 'Purchases fail'

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(shop.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const { error } = (await response.json()) as { error?: { code: string; requestId: string } }
  return { status: response.status, error }
}

const place = () =>
  post('/api/create-checkout-session', checkoutRequest({ deliveryDetails: { option: 'tomorrow' } }))

/** Four buyers whom we refuse. @returns what the last one was told */
async function fourRefused() {
  const answers = [await place(), await place(), await place(), await place()]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  return answers[3]?.error
}

type Line = { event: string } & Record<string, unknown>

/** The line of the log about a request. */
async function lineOf(requestId = 'none', event = 'request'): Promise<Line> {
  const read = () =>
    readFileSync(`.local/${port}/worker.log`, 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.includes(requestId) ? [JSON.parse(line) as Line] : []))
      .find((line) => line.event === event)
  // The log is a file that another process writes.
  await expect.poll(read).toBeDefined()
  return read() ?? { event: 'none' }
}

const rowsOf = async (sql: string) => (await shop.client.execute(sql)).rows

/** The outage's lines in Problems, and how many attempts it kept from being placed. */
async function outage(service: 'database' | 'payments') {
  const lines = await rowsOf(`select event from problems where event = '${service}_unavailable'`)
  const [buyers] = await rowsOf(
    `select count(distinct key) as n from rate_counters where key like 'refused:${service}:%'`,
  )
  return [lines.length, Number(buyers?.['n'])]
}

describe('purchases fail, says health, one line in Problems has the buyers, and the request id leads to the cause', () => {
  test('while the payment provider is dead', async () => {
    expect((await place()).status).toBe(200)
    await shop.failPayments({ kind: 'error-before' })
    const error = await fourRefused()
    // They are counted after the answer.
    const placements = async () => (await shop.health()).body.placements
    await expect.poll(placements).toEqual({ asked: 5, refused: 4, opened: 1, paid: 0 })
    const { status, body } = await shop.health()
    expect([status, body.ok]).toEqual([503, false])
    expect(body.reasons).toContain(FAIL)
    await shop.failPayments({ kind: 'none' })
    await expect.poll(() => outage('payments')).toEqual([1, 4])
    expect(await lineOf(error?.requestId)).toMatchObject({
      level: 'warn',
      route: '/api/create-checkout-session',
      code: 'payments_unavailable',
      pending: 'provider',
    })
  })

  test('while the database is dead, which health says, too', async () => {
    // Another isolate: what the last test refused is not in its memory.
    shop.crash()
    await shop.up()
    await shop.client.execute('delete from rate_counters')
    await shop.failDatabase({ kind: 'error' })
    const AWAY = 'The database does not answer.'
    expect((await shop.health()).body.reasons).toEqual([AWAY])
    const error = await fourRefused()
    await expect.poll(async () => (await shop.health()).body.reasons).toEqual([AWAY, FAIL])
    expect((await shop.health()).status).toBe(503)
    await shop.failDatabase(null)
    await expect.poll(() => shop.scheduled().then(() => outage('database'))).toEqual([1, 4])
    expect((await shop.health()).body.reasons).toContain(FAIL)
    expect(await lineOf(error?.requestId)).toMatchObject({
      level: 'warn',
      code: 'unknown',
      pending: 'database',
    })
  })
})

test('a refused signature is a warning in the log, and an entry of Problems', async () => {
  const signature = { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }
  const { status, error } = await post(
    '/api/webhooks/stripe',
    { type: 'checkout.session.completed' },
    signature,
  )
  expect([status, error?.code]).toEqual([400, 'bad_signature'])
  expect(await lineOf(error?.requestId, 'webhook_refused')).toMatchObject({
    level: 'warn',
    setting: 'STRIPE_WEBHOOK_SECRET',
    claimedType: 'checkout.session.completed',
  })
  expect(await lineOf(error?.requestId)).toMatchObject({ level: 'info', status: 400, code: 'bad_signature' })
  const places = () => rowsOf("select place from problems where event = 'webhook_refused'")
  await expect.poll(places).toMatchObject([{ place: '/api/webhooks/stripe' }])
})

test('strangers learn from health only whether the shop is well', async () => {
  const response = await fetch(`${shop.url}/api/health`)
  expect(Object.keys(await response.json())).toEqual(['ok'])
})
