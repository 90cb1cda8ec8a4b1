import type { Deps } from '#api/deps.ts'
import { heldDays } from '#domain/capacity.ts'
import { addHeldPlacesNotice, readHeldMarkets } from './queries.ts'

/** Writes to the owner, once for each day of a market, when unpaid orders fill it. */
export async function noticeHeldDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { id, name, timeZone, places } of await readHeldMarkets(db, now)) {
    for (const { ends, ...day } of heldDays(places.shops, places.taken, now, timeZone)) {
      const [firstEnd = '', lastEnd = ''] = [ends.at(0), ends.at(-1)]
      const about = { marketId: id, market: name, timeZone, ...day, firstEnd, lastEnd }
      await addHeldPlacesNotice(db, about, now.toISOString())
    }
  }
}
