import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openShop } from '#tests/support/own-shop.ts'
import { type Round, round } from './on-worker.ts'

/** After so many the shop is opened anew: it gives up a Worker that ends too often. */
const ROUNDS_OF_A_SHOP = 4

const { env } = process
const port = Number(env['TORTURE_PORT'] ?? 20_787)
const first = Number(env['TORTURE_FIRST'] ?? 1)
const count = Number(env['TORTURE_ROUNDS'] ?? 1)

test('rounds on the built Worker', async () => {
  const rounds: Round[] = []
  let shop = await openShop(port, {})
  try {
    for (let n = 0; n < count; n++) {
      if (n > 0 && n % ROUNDS_OF_A_SHOP === 0) {
        await shop.close()
        shop = await openShop(port, {})
      }
      const played = await round(shop, `round ${first + n}`)
      console.log(`${played.seed}: ${played.faults.length === 0 ? 'right' : played.faults.join('\n  ')}`)
      rounds.push(played)
    }
  } finally {
    await shop.close()
    if (env['TORTURE_REPORT']) writeFileSync(env['TORTURE_REPORT'], JSON.stringify(rounds))
  }
  expect(rounds).toHaveLength(count)
})
