import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { faultsAfterRecovery } from '#tests/faults/worker-round.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// Each service away for two minutes at the built Worker, in real time, while somebody orders every five seconds.

const MINUTE_MS = 60_000
const AWAY_MS = 2 * MINUTE_MS
const RECOVERY_MS = 7 * MINUTE_MS
/** Purchases that were refused count for five minutes. */
const BACK_WITHIN_S = { database: 360, payments: 360, mail: 120 }
const ORDER_EVERY_MS = 5_000
const TEST_MS = AWAY_MS + 2 * RECOVERY_MS + 3 * MINUTE_MS

let shop: OwnShop
beforeAll(async () => {
  shop = await openShop((await reservePorts()).shop, {})
})
afterAll(() => shop.close())

const FAIL = {
  database: (away: boolean) => shop.failDatabase(away ? { kind: 'error' } : null),
  payments: (away: boolean) => shop.failPayments({ kind: away ? 'error-before' : 'none' }),
  mail: (away: boolean) => shop.failMail({ kind: away ? 'error-before' : 'none' }),
}

async function post(url: string, body: object) {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return { status: 0, body: {} }
  }
}

/** Tries again until it is done, as a shopper does. */
async function buy(email: string): Promise<void> {
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const until = Date.now() + AWAY_MS + RECOVERY_MS
  const again = async <T>(work: () => Promise<T | null>): Promise<T> => {
    for (;;) {
      const done = await work()
      if (done !== null) return done
      if (Date.now() > until) throw new Error(`${email} did not get to the end`)
      await sleep(3_000)
    }
  }
  const sessionId = await again(async () => {
    const { status, body } = await post(`${shop.url}/api/create-checkout-session`, form)
    return status === 200 ? String(body['sessionId']) : null
  })
  await again(async () => {
    const { status, body } = await post(`${shop.paymentsUrl}/_local/sessions/${sessionId}/pay`, {
      card: '4242424242424242',
    })
    return status === 200 || JSON.stringify(body).includes('`complete`') ? true : null
  })
  await again(async () => {
    const { body } = await post(`${shop.url}/api/get-order-details`, { sessionId })
    const order = body['order'] as { paymentState?: string; customerEmail?: string } | undefined
    if (order?.customerEmail !== undefined) expect(order.customerEmail).toBe(email)
    return order?.paymentState === 'paid' ? true : null
  })
}

/** Buys without a second press. @returns how long it took until there was an address to pay at, in ms */
async function buyAtOnce(email: string): Promise<number> {
  const form = checkoutRequest({ customerInfo: { email }, deliveryDetails: { option: 'tomorrow' } })
  const pressed = Date.now()
  const placed = await post(`${shop.url}/api/create-checkout-session`, form)
  const took = Date.now() - pressed
  expect(placed).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^http/) } })
  const { sessionId } = placed.body
  await shop.pay(String(sessionId))
  for (;;) {
    const { status, body } = await post(`${shop.url}/api/get-order-details`, { sessionId })
    expect([status, body]).toEqual([200, expect.anything()])
    if ((body['order'] as { paymentState: string }).paymentState === 'paid') return took
    await sleep(2_000)
  }
}

/** @returns after how many seconds health answered with a status */
async function secondsUntil(status: number, since: number): Promise<number> {
  for (;;) {
    if ((await shop.health()).status === status) return Math.round((Date.now() - since) / 1000)
    if (Date.now() - since > RECOVERY_MS) return Number.POSITIVE_INFINITY
    await sleep(1_000)
  }
}

test.each(['database', 'payments', 'mail'] as const)(
  '%s away for two minutes: every order is there once, health turns and turns back, one line in Problems',
  async (service) => {
    await shop.client.execute('delete from problems')
    expect((await shop.health()).body.reasons).toEqual([])
    const began = Date.now()
    const buyers: Promise<void>[] = []
    const ordering = async () => {
      while (Date.now() - began < AWAY_MS + MINUTE_MS) {
        buyers.push(buy(`${service}-${buyers.length}@example.com`))
        await sleep(ORDER_EVERY_MS)
      }
    }
    const all = ordering()
    await FAIL[service](true)
    const noticed = await secondsUntil(503, began)
    await sleep(Math.max(0, AWAY_MS - (Date.now() - began)))
    await FAIL[service](false)
    const back = await secondsUntil(200, Date.now())
    await all
    await Promise.all(buyers)
    console.log(
      `${service}: 503 after ${noticed} s, 200 again ${back} s after the outage, ${buyers.length} buyers`,
    )
    expect(noticed).toBeLessThanOrEqual(120)
    expect(back).toBeLessThanOrEqual(BACK_WITHIN_S[service])
    expect(await faultsAfterRecovery(shop)).toEqual([])
    const count = async (sql: string) => Number((await shop.client.execute(sql)).rows[0]?.['n'])
    const theirs = `customer_email like '${service}-%'`
    expect(await count(`select count(*) as n from orders where payment_status = 'paid' and ${theirs}`)).toBe(
      buyers.length,
    )
    expect(
      await count(
        `select count(*) as n from outbox where kind = 'order-confirmation' and status = 'sent' and recipient like '${service}-%'`,
      ),
    ).toBe(buyers.length)
    const { rows } = await shop.client.execute('select event from problems')
    expect(rows.map(({ event }) => event)).toEqual([`${service}_unavailable`])
  },
  TEST_MS,
)

test.each([
  ['database 1.5 s late a call', { database: 1_500, payments: 0 }],
  ['provider 6 s late a call', { database: 0, payments: 6_000 }],
  ['both late', { database: 1_500, payments: 6_000 }],
])(
  '%s for two minutes: who buys every five seconds gets it at the first press, once',
  async (name, { database, payments }) => {
    await shop.failDatabase(database > 0 ? { kind: 'slow', ms: database } : null)
    await shop.failPayments(payments > 0 ? { kind: 'slow', ms: payments } : { kind: 'none' })
    const began = Date.now()
    const buyers: Promise<number>[] = []
    const mailbox = name.replaceAll(/\W+/g, '-')
    while (Date.now() - began < AWAY_MS) {
      buyers.push(buyAtOnce(`${mailbox}-${buyers.length}@example.com`))
      await sleep(ORDER_EVERY_MS)
    }
    const took = (await Promise.all(buyers)).toSorted((a, b) => a - b)
    await shop.failDatabase(null)
    await shop.failPayments({ kind: 'none' })
    const median = took[Math.floor(took.length / 2)]
    console.log(`${name}: ${took.length} bought, ${median} ms in the middle, ${took.at(-1)} ms at most`)
    const paid = await shop.client.execute({
      sql: "select count(*) as n from orders where payment_status = 'paid' and customer_email like ?",
      args: [`${mailbox}-%`],
    })
    const all = await shop.client.execute({
      sql: 'select count(*) as n from orders where customer_email like ?',
      args: [`${mailbox}-%`],
    })
    expect([Number(paid.rows[0]?.['n']), Number(all.rows[0]?.['n'])]).toEqual([buyers.length, buyers.length])
    expect(await faultsAfterRecovery(shop)).toEqual([])
  },
  TEST_MS,
)
