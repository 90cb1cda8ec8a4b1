import { availability, type MarketSchedule, sameDayCloses } from './availability.ts'
import { formatShortTime } from './dates.ts'
import { DELIVERY_OPTIONS, promisedBy } from './delivery.ts'
import { durationText } from './duration.ts'

/**
 * What a shopper gets who orders at `now`, and how long that is so: `Order in the next 2 h 14 min: there by 8 PM today.`,
 * afterwards `Tomorrow by 12 PM, delivery free.` Null when neither can be had.
 */
export function promiseClock(now: Date, market: MarketSchedule | null): string | null {
  const { options, timeZone } = availability(now, market)
  const time = (id: 'today' | 'tomorrow') => formatShortTime(promisedBy(id, now, timeZone), timeZone)
  const closes = options.today.open ? sameDayCloses(now, market) : null
  if (closes) {
    return `Order in the next ${durationText(closes.getTime() - now.getTime())}: there by ${time('today')} today.`
  }
  if (!options.tomorrow.open) return null
  const isFree = DELIVERY_OPTIONS.tomorrow.feeCents === 0
  return `Tomorrow by ${time('tomorrow')}${isFree ? ', delivery free' : ''}.`
}

/** What happens when a promise cannot be kept, for whoever has not paid yet. */
export const IF_LATE = 'If we can’t make it in time, you choose: wait, another day, or all your money back.'
