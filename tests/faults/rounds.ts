import { openShop } from '#tests/support/own-shop.ts'
import { type Round, round } from './on-worker.ts'

/** After so many the shop is opened anew: it gives up a Worker that ends too often. */
const ROUNDS_OF_A_SHOP = 4

/**
 * Rounds on the built Worker, one after the other, told as they end.
 * @param port of a shop that is opened for this; its data is emptied
 * @param first seed
 */
export async function playRounds(port: number, first: number, count: number): Promise<Round[]> {
  const rounds: Round[] = []
  while (rounds.length < count) {
    const shop = await openShop(port, {})
    try {
      const left = Math.min(ROUNDS_OF_A_SHOP, count - rounds.length)
      for (let n = 0; n < left; n++) {
        const played = await round(shop, `round ${first + rounds.length}`)
        console.log(`${played.seed}: ${played.faults.length === 0 ? 'right' : played.faults.join('\n  ')}`)
        rounds.push(played)
      }
    } finally {
      await shop.close()
    }
  }
  return rounds
}
