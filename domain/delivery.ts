import { ANY_READER, formatDay, formatMarketTime } from './dates.ts'
import type { Cents } from './money.ts'
import { isoDate, zonedInstant, zonedParts } from './zoned-time.ts'

/**
 * - this many hours from the payment, `span` in words: an hour of the day is promised, and florists limit what is due in one
 * - an hour of the market's clock, from 0 to 23: the day is promised, whenever the payment comes
 */
type Due = { hoursFromPayment: number; span: string } | { hour: number }

type Facts = {
  label: string
  /** A detail that the label leaves open. */
  detail: string | null
  feeCents: Cents
  /** Delivered on the day of the order, or else on the next one. */
  sameDay: boolean
  due: Due
  /** Minutes that a florist has to answer, unless the market says otherwise. */
  answerMinutes: number
}

/** The name, fee and promise of each window on offer, quickest first. */
const WINDOWS = {
  hour: {
    label: 'Within the next hour',
    detail: null,
    feeCents: 1999,
    sameDay: true,
    due: { hoursFromPayment: 1, span: 'the next hour' },
    answerMinutes: 8,
  },
  'few-hours': {
    label: 'Within the next few hours',
    detail: '2-3 hours',
    feeCents: 1499,
    sameDay: true,
    due: { hoursFromPayment: 3, span: 'the next few hours' },
    answerMinutes: 20,
  },
  today: {
    label: 'By end of day',
    detail: 'before 8pm',
    feeCents: 999,
    sameDay: true,
    due: { hour: 20 },
    answerMinutes: 45,
  },
  tomorrow: {
    label: 'Tomorrow',
    detail: null,
    feeCents: 0,
    sameDay: false,
    due: { hour: 12 },
    answerMinutes: 120,
  },
} satisfies Record<string, Facts>

/** Stored with orders: the migrations' last step writes every id into the table `delivery_options`, which orders point at. */
export type DeliveryOptionId = keyof typeof WINDOWS

export const DELIVERY_OPTION_IDS = Object.keys(WINDOWS) as [DeliveryOptionId, ...DeliveryOptionId[]]

export type DeliveryOption = Facts & { id: DeliveryOptionId }

export const DELIVERY_OPTIONS = Object.fromEntries(
  DELIVERY_OPTION_IDS.map((id) => [id, { id, ...WINDOWS[id] }]),
) as Readonly<Record<DeliveryOptionId, DeliveryOption>>

const HOUR = 60 * 60 * 1000

/** The name of an option's fee where a price is taken apart for others: `Delivery: Tomorrow`. */
export function deliveryLabel(option: DeliveryOptionId): string {
  return `Delivery: ${DELIVERY_OPTIONS[option].label}`
}

/** True if `value` is one of the delivery windows. */
export function isDeliveryOptionId(value: unknown): value is DeliveryOptionId {
  return DELIVERY_OPTION_IDS.some((id) => id === value)
}

/** A value for every option. */
export function byOption<T>(of: (option: DeliveryOption) => T): Record<DeliveryOptionId, T> {
  const entries = DELIVERY_OPTION_IDS.map((id) => [id, of(DELIVERY_OPTIONS[id])])
  return Object.fromEntries(entries) as Record<DeliveryOptionId, T>
}

/** True if an option counts from the payment; its order takes a place of an hour then, not only one of the day. */
export function countsFromPayment(option: DeliveryOptionId): boolean {
  return 'hoursFromPayment' in DELIVERY_OPTIONS[option].due
}

/** The promised time of an order made at `now`: some hours on, or an hour of this day or the next by the clock in `zone` (IANA). */
export function promisedBy(option: DeliveryOptionId, now: Date, zone: string): Date {
  const { due, sameDay } = DELIVERY_OPTIONS[option]
  if ('hoursFromPayment' in due) return new Date(now.getTime() + due.hoursFromPayment * HOUR)
  const { year, month, day } = zonedParts(now, zone)
  return zonedInstant({ year, month, day: sameDay ? day : day + 1, hour: due.hour }, zone)
}

/** The delivery date of an order made at `now`: 23:59:59 in `zone` (IANA) by an hour of the same day, else the promised time. */
export function deliveryDate(option: DeliveryOptionId, now: Date, zone: string): Date {
  if (countsFromPayment(option) || !DELIVERY_OPTIONS[option].sameDay) return promisedBy(option, now, zone)
  const { year, month, day } = zonedParts(now, zone)
  return zonedInstant({ year, month, day, hour: 23, minute: 59, second: 59 }, zone)
}

/** Describes an option's promise at `now`, by the clock in `zone` (IANA): `Today, Tue Jun 4, by 3:20 PM EST`, also in summer. */
export function describePromise(option: DeliveryOptionId, now: Date, zone: string): string {
  const promised = promisedBy(option, now, zone)
  const day = isoDate(promised, zone) === isoDate(now, zone) ? 'Today' : 'Tomorrow'
  return `${day}, ${formatDay(promised, zone)}, by ${formatMarketTime(promised, zone, 'shortTime', ANY_READER)}`
}
