import { ANY_READER, formatDay, formatMarketTime } from './dates.ts'
import type { Cents } from './money.ts'
import { isoDate, zonedInstant, zonedParts } from './zoned-time.ts'

/** The delivery windows on offer, quickest first. */
export const DELIVERY_OPTION_IDS = ['hour', 'few-hours', 'today', 'tomorrow'] as const

export type DeliveryOptionId = (typeof DELIVERY_OPTION_IDS)[number]

export type DeliveryOption = {
  id: DeliveryOptionId
  label: string
  /** What the label leaves open. */
  detail: string | null
  feeCents: Cents
  sameDay: boolean
}

/** What each window is called and costs. */
export const DELIVERY_OPTIONS: Readonly<Record<DeliveryOptionId, DeliveryOption>> = {
  hour: {
    id: 'hour',
    label: 'Within the next hour',
    detail: null,
    feeCents: 1999,
    sameDay: true,
  },
  'few-hours': {
    id: 'few-hours',
    label: 'Within the next few hours',
    detail: '2-3 hours',
    feeCents: 1499,
    sameDay: true,
  },
  today: { id: 'today', label: 'By end of day', detail: 'before 8pm', feeCents: 999, sameDay: true },
  tomorrow: { id: 'tomorrow', label: 'Tomorrow', detail: null, feeCents: 0, sameDay: false },
}

const HOUR = 60 * 60 * 1000

/** Whether `value` is one of the delivery windows. */
export function isDeliveryOptionId(value: unknown): value is DeliveryOptionId {
  return DELIVERY_OPTION_IDS.some((id) => id === value)
}

/**
 * The delivery date of an order made at `now`: an hour or three on, 23:59:59 today or 12:00:00 tomorrow
 * by the clock in `zone` (IANA).
 */
export function deliveryDate(option: DeliveryOptionId, now: Date, zone: string): Date {
  const { year, month, day } = zonedParts(now, zone)
  switch (option) {
    case 'hour':
      return new Date(now.getTime() + HOUR)
    case 'few-hours':
      return new Date(now.getTime() + 3 * HOUR)
    case 'today':
      return zonedInstant({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
    case 'tomorrow':
      return zonedInstant({ year, month, day: day + 1, hour: 12 }, zone)
  }
}

/** The promised time: today means 20:00 in `zone` (IANA), else the delivery date. */
export function promisedBy(option: DeliveryOptionId, now: Date, zone: string): Date {
  if (option !== 'today') return deliveryDate(option, now, zone)
  const { year, month, day } = zonedParts(now, zone)
  return zonedInstant({ year, month, day, hour: 20 }, zone)
}

/** What an option means at `now`, by the clock in `zone` (IANA): `Today, Tue Jun 4, by 3:20 PM EST`. */
export function describePromise(option: DeliveryOptionId, now: Date, zone: string): string {
  const promised = promisedBy(option, now, zone)
  const day = isoDate(promised, zone) === isoDate(now, zone) ? 'Today' : 'Tomorrow'
  return `${day}, ${formatDay(promised, zone)}, by ${formatMarketTime(promised, zone, 'shortTime', ANY_READER)}`
}
