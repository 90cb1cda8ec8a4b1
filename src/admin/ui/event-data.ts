import { ANY_READER, formatMarketTime } from '#domain/dates.ts'
import { DELIVERY_OPTIONS, isDeliveryOptionId } from '#domain/delivery.ts'
import { DISPUTE_STATUSES, isEnquiry } from '#domain/disputes.ts'
import { formatMoney } from '#domain/money.ts'
import { DANGER_REASONS } from '#domain/order/broken-promise.ts'
import { DANGER_LABELS } from '#domain/order/danger-labels.ts'
import { exchange } from '#domain/order/substitution-messages.ts'
import { statusLabel } from '#domain/order-status.ts'
import { PHOTO_NAMES, PHOTO_STEPS } from '#domain/photos.ts'

// Reads the data of events, which older and newer Workers have written: what is not there or of another kind is undefined.

/** What an event of an order's log was stored with. */
export type Data = Readonly<Record<string, unknown>>

/** One changed field in an entry of the log. */
export type FieldChange = { field: string; before: string | null; after: string | null }

export function text(data: Data, name: string): string | undefined {
  return textOf(data[name]) ?? undefined
}

export function money(data: Data, name: string): string | undefined {
  const value = data[name]
  return typeof value === 'number' && Number.isSafeInteger(value) ? formatMoney(value) : undefined
}

/** An instant by the clock of the order's market. */
export function marketTime(data: Data, name: string): string | undefined {
  const [instant, zone] = [text(data, name), text(data, 'timeZone')]
  return instant && zone && formatMarketTime(new Date(instant), zone, 'full', ANY_READER)
}

/** The name of the florist. @param unnamed stands for it where the event has none */
export function shopOf(data: Data, unnamed = 'the shop'): string {
  return text(data, 'shop') ?? unnamed
}

export function fromTo(data: Data): string {
  return `${statusLabel(text(data, 'from') ?? '?')} → ${statusLabel(text(data, 'to') ?? '?')}`
}

export function exchangeOf(data: Data): string | undefined {
  const [missing, instead] = [text(data, 'missing'), text(data, 'instead')]
  return missing && instead && exchange({ missing, instead })
}

export function optionOf(data: Data): string | undefined {
  const { option } = data
  return isDeliveryOptionId(option) ? DELIVERY_OPTIONS[option].label.toLowerCase() : undefined
}

export function photoOf(data: Data): string | undefined {
  const step = PHOTO_STEPS.find((each) => each === data['step'])
  return step && PHOTO_NAMES[step]
}

export function isEnquiryOf(data: Data): boolean {
  const status = DISPUTE_STATUSES.find((known) => known === data['status'])
  return status !== undefined && isEnquiry(status)
}

export function dangerOf({ reason }: Data): string | undefined {
  const known = DANGER_REASONS.find((each) => each === reason)
  return known && DANGER_LABELS[known]
}

export function labelled(label: string, value: string | undefined): string | undefined {
  return value && `${label} ${value}`
}

export function joined(...parts: (string | undefined)[]): string | undefined {
  return parts.filter(Boolean).join(', ') || undefined
}

export function fieldsOf(fields: unknown): FieldChange[] {
  return entriesOf(fields).map(([field, change]) => {
    const both = Object.fromEntries(entriesOf(change))
    return { field, before: textOf(both['before']), after: textOf(both['after']) }
  })
}

export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function dataOf(value: unknown): Data {
  return Object.fromEntries(entriesOf(value))
}
