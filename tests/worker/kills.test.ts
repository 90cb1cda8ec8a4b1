import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { faultsAfterRecovery } from '#tests/faults/worker-round.ts'
import { shopper } from '#tests/faults/worker-shopper.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// Services that are slow, and kill -9 of each program under a crowd, with the time limits of production. What was killed is
// started again by itself, and shoppers do what people do: try again.

const SHOPPERS = IS_SOAK ? 60 : 12
/** One is killed this long after the other, and shoppers arrive all the while. */
const KILL_EVERY_MS = 1_500

let shop: OwnShop
beforeAll(async () => {
  shop = await openShop((await reservePorts()).shop, {})
})
afterAll(() => shop.close())

test('while database and provider are slow, a read is given up after 3 s and everybody who buys gets to pay', async () => {
  const send = async (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const post = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const response = await fetch(`${shop.url}/api${path}`, post)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const forms = [1, 2, 3].map((n) =>
    checkoutRequest({
      customerInfo: { email: `slow-${n}@example.com` },
      // Today is over at 2 PM.
      deliveryDetails: { option: 'tomorrow' },
    }),
  )
  await shop.failDatabase({ kind: 'slow', ms: 3_000 })
  await shop.failPayments({ kind: 'slow', ms: 6_000 })
  const [read, ...placed] = await Promise.all([
    send('/zip-codes/10001?uncached=1'),
    ...forms.map((form) => send('/create-checkout-session', form)),
  ])
  await shop.failDatabase(null)
  await shop.failPayments({ kind: 'none' })
  expect(read).toMatchObject({ status: 503, body: { error: { code: 'too_slow' } } })
  for (const [n, answer] of placed.entries()) {
    expect(answer).toMatchObject({ status: 200, body: { url: expect.stringMatching(/^http/) } })
    // Asked for again by its key, it is the same session.
    expect((await send('/create-checkout-session', forms[n])).body).toEqual(answer.body)
  }
})

test(`${SHOPPERS} shoppers all get their order, once, while each program is killed in turn`, async () => {
  const kills = [
    () => shop.crash(),
    () => shop.kill('database'),
    () => shop.kill('payments'),
    () => shop.kill('mail'),
    () => shop.kill('push'),
    () => shop.kill('texts'),
  ]
  const arrivingMs = (kills.length + 1) * KILL_EVERY_MS
  const buying = Array.from({ length: SHOPPERS }, (_, n) =>
    shopper(shop, `shopper-${n}`, 'pays', Math.floor((n * arrivingMs) / SHOPPERS), () => undefined),
  )
  for (const kill of kills) {
    await sleep(KILL_EVERY_MS)
    kill()
  }
  expect((await Promise.all(buying)).flat()).toEqual([])
  await shop.restarted()
  expect(await faultsAfterRecovery(shop)).toEqual([])
  const { rows } = await shop.client.execute(
    "select count(*) as n from orders where payment_status = 'paid' and status = 'confirmed'",
  )
  expect(rows[0]?.['n']).toBe(SHOPPERS)
})
