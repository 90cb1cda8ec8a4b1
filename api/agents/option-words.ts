import { CUTOFF_HOUR } from '#domain/availability.ts'
import { formatShortTime } from '#domain/dates.ts'
import {
  countsFromPayment,
  DELIVERY_OPTIONS,
  type DeliveryOptionId,
  describePromise,
} from '#domain/delivery.ts'

/**
 * The promise of an option at `now`, beside its title: `Today, Thu Jun 4, by 11:30 AM EST, if it is paid for now`. The protocol
 * wants no words of the title in it, so that of tomorrow begins with the date.
 * @param zone of the market (IANA)
 */
export function promiseBeside(option: DeliveryOptionId, now: Date, zone: string): string {
  const promise = describePromise(option, now, zone)
  const title = `${DELIVERY_OPTIONS[option].label}, `
  const beside = promise.startsWith(title) ? promise.slice(title.length) : promise
  return countsFromPayment(option) ? `${beside}, if it is paid for now` : beside
}

/** The promise of an option wherever we deliver, beside its title: by the clock of the place. */
export function promiseAnywhere(option: DeliveryOptionId): string {
  const { due, sameDay } = DELIVERY_OPTIONS[option]
  if (!sameDay && 'hour' in due) return `By ${hourText(due.hour)} on the day after the order`
  const until = `for orders before ${hourText(CUTOFF_HOUR)}`
  if ('hour' in due) return `By ${hourText(due.hour)}, ${until}`
  const hours = due.hoursFromPayment
  return `${hours} ${hours === 1 ? 'hour' : 'hours'} after the payment at the latest, ${until}`
}

/** `2 PM` of an hour of the clock, from 0 to 23. */
export function hourText(hour: number): string {
  return formatShortTime(new Date(Date.UTC(2000, 0, 1, hour)), 'UTC')
}
