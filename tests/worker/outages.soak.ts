import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { faultsAfterRecovery } from '#tests/faults/worker-round.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'

// Database and provider late for two minutes at the built Worker, in real time, while somebody orders every five seconds.

const MINUTE_MS = 60_000
const LATE_MS = 2 * MINUTE_MS
const ORDER_EVERY_MS = 5_000
const TEST_MS = LATE_MS + 3 * MINUTE_MS

let shop: OwnShop
beforeAll(async () => {
  shop = await openShop((await reservePorts()).shop, {})
})
afterAll(() => shop.close())

async function post(url: string, body: object) {
  try {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  } catch {
    return { status: 0, body: {} }
  }
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
    while (Date.now() - began < LATE_MS) {
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
