import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reservePorts } from '#local/ports.ts'
import { faultsAfterRecovery } from '#tests/faults/worker-round.ts'
import { shopper } from '#tests/faults/worker-shopper.ts'
import { type OwnShop, openShop } from '#tests/support/own-shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// kill -9 of each program under a crowd. Each is started again by itself, and shoppers do what people do: try again.

const SHOPPERS = IS_SOAK ? 60 : 12
/** One is killed this long after the other, and shoppers arrive all the while. */
const KILL_EVERY_MS = 1_500

let shop: OwnShop
beforeAll(async () => {
  shop = await openShop((await reservePorts()).shop, {})
})
afterAll(() => shop.close())

test(`${SHOPPERS} shoppers all get their order, once, while each program is killed in turn`, async () => {
  const kills = [
    () => shop.crash(),
    () => shop.kill('database'),
    () => shop.kill('payments'),
    () => shop.kill('mail'),
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
