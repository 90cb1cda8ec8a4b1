import type { Db, Deps } from '#api/deps.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { fullBuckets, heldDays, limitsOf } from '#domain/capacity.ts'
import { SITE } from '#domain/site.ts'
import { addDays, isoDate } from '#domain/zoned-time.ts'
import type { HeldPlaces } from './emails/held-places-notice.tsx'
import { DAYS_SHOWN, readDays, readHeldMarkets } from './queries.ts'

/**
 * The places of a market and how many are taken, today and on the next 14 days by its calendar.
 * @returns `limit` null: none; `full` what of it is sold out now, null without a limit; null when there is no such market
 */
export async function marketDays(db: Db, marketId: string, now: Date) {
  const found = await readDays(db, marketId, now)
  if (!found) return null
  const { timeZone, closedDates, places, due } = found
  const today = isoDate(now, timeZone)
  const days = Array.from({ length: DAYS_SHOWN }, (_, day) => {
    const date = addDays(today, day)
    const own = due.filter((counts) => counts.date === date)
    return {
      date,
      sold: own.reduce((sum, { sold }) => sum + sold, 0),
      held: own.reduce((sum, { held }) => sum + held, 0),
      limit: limitsOf(places?.shops ?? [], { date, hour: null }).day,
      isClosed: closedDates.includes(date),
    }
  })
  return { days, full: places && fullBuckets(places.shops, places.taken, now, timeZone) }
}

/** Writes to the owner, once for each day of a market, when unpaid orders fill it. */
export async function noticeHeldDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  for (const { id, name, timeZone, places } of await readHeldMarkets(db, now)) {
    for (const { ends, ...day } of heldDays(places.shops, places.taken, now, timeZone)) {
      const [firstEnd = '', lastEnd = ''] = [ends.at(0), ends.at(-1)]
      const about: HeldPlaces = { marketId: id, market: name, timeZone, ...day, firstEnd, lastEnd }
      const message = {
        kind: 'held-places-notice',
        about: `${id}:${day.date}`,
        recipient: SITE.ownerEmail,
        payload: about,
      } as const
      await addMessage(db, message, now.toISOString())
    }
  }
}
