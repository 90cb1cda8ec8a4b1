import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// The alarm at the built Worker, whose log is a file and whose counts of an outage are in an isolate's memory.
// The other outages: tests/api/alarm.test.ts.

let port: number
let shop: OwnShop
beforeAll(async () => {
  port = (await reservePorts()).shop
  shop = await openShop(port, {})
})
afterAll(() => shop.close())

const FAIL = 'Purchases fail'

async function place() {
  const response = await fetch(`${shop.url}/api/create-checkout-session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })),
  })
  const { error } = (await response.json()) as { error?: { code: string; requestId: string } }
  return { status: response.status, error }
}

/** Four buyers whom we refuse. @returns what the last one was told */
async function fourRefused() {
  const answers = [await place(), await place(), await place(), await place()]
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503])
  return answers[3]?.error
}

type Line = { event: string } & Record<string, unknown>

/** The line of the log about a request. */
async function lineOf(requestId = 'none'): Promise<Line> {
  const read = () =>
    readFileSync(`.local/${port}/worker.log`, 'utf8')
      .split('\n')
      .flatMap((line) => (line.startsWith('{') && line.includes(requestId) ? [JSON.parse(line) as Line] : []))
      .find((line) => line.event === 'request')
  // The log is a file that another process writes.
  await expect.poll(read).toBeDefined()
  return read() ?? { event: 'none' }
}

const rowsOf = async (sql: string) => (await shop.client.execute(sql)).rows

/** The outage's lines in Problems, and how many attempts it kept from being placed. */
async function outage() {
  const lines = await rowsOf(`select event from problems where event = 'database_unavailable'`)
  const [buyers] = await rowsOf(
    `select count(distinct key) as n from rate_counters where key like 'refused:database:%'`,
  )
  return [lines.length, Number(buyers?.['n'])]
}

test('while the database is dead, purchases fail, says health, one line in Problems has the buyers, and the request id leads to the cause', async () => {
  await shop.failDatabase({ kind: 'error' })
  const AWAY = 'The database does not answer.'
  expect((await shop.health()).body.reasons).toEqual([AWAY])
  const error = await fourRefused()
  await expect.poll(async () => (await shop.health()).body.reasons).toEqual([AWAY, FAIL])
  expect((await shop.health()).status).toBe(503)
  await shop.failDatabase(null)
  await expect.poll(() => shop.scheduled().then(() => outage())).toEqual([1, 4])
  expect((await shop.health()).body.reasons).toContain(FAIL)
  expect(await lineOf(error?.requestId)).toMatchObject({
    level: 'warn',
    code: 'unknown',
    pending: 'database',
  })
})
