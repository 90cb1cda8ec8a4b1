import { openFlorists } from '#tests/faults/worker-florists.ts'
import { type Round, round } from '#tests/faults/worker-round.ts'
import { openShop } from '#tests/support/own-shop.ts'

/** The shop is reopened after this many: it stops restarting a Worker that ends too often. */
const ROUNDS_OF_A_SHOP = 4

/**
 * Rounds against the built Worker, one after the other, reported as they end.
 * @param port of a shop that is opened for this; its data is emptied
 * @param first seed
 */
export async function runRounds(port: number, first: number, count: number): Promise<Round[]> {
  const rounds: Round[] = []
  while (rounds.length < count) {
    const shop = await openShop(port, {})
    try {
      const florists = await openFlorists(shop)
      const left = Math.min(ROUNDS_OF_A_SHOP, count - rounds.length)
      for (let n = 0; n < left; n++) {
        const result = await round(shop, florists, `round ${first + rounds.length}`)
        console.log(`${result.seed}: ${result.faults.length === 0 ? 'right' : result.faults.join('\n  ')}`)
        rounds.push(result)
      }
    } finally {
      await shop.close()
    }
  }
  return rounds
}
