import { ORDER_EVENTS, type OrderEvent, rowOf } from '#domain/order/events.ts'
import type { Part } from '#domain/order/parts.ts'

/** A list of events for a condition in SQL. */
export const inSql = (events: readonly OrderEvent[]) => `(${events.map((event) => `'${event}'`).join()})`

/** The events that take one of these parts to another state. */
export function moving(...parts: Part[]): string {
  const moves = (event: OrderEvent) =>
    parts.some((part) => Object.values(rowOf(event)[part] ?? {}).some((cell) => cell !== 'stays'))
  return inSql(ORDER_EVENTS.filter(moves))
}
