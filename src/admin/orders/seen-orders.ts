import type { RecentOrder } from '#api/orders/schema.ts'
import { RECENT_ORDERS_MAX } from '#domain/limits.ts'

export type Seen = {
  ids: ReadonlySet<string>
  /** Older orders than the first look showed are no news, although nobody has seen them here. ISO instant, or empty. */
  after: string
}

/** The orders of the first look. */
export function firstSeen(recent: readonly RecentOrder[]): Seen {
  return {
    ids: new Set(recent.map(({ id }) => id)),
    after: (recent.length >= RECENT_ORDERS_MAX && recent.at(-1)?.paidAt) || '',
  }
}

/** The orders that were paid since. An order that is refunded leaves the list, and an old one takes its place: that is none. */
export function newSince(seen: Seen, recent: readonly RecentOrder[]): RecentOrder[] {
  return recent.filter(({ id, paidAt }) => !seen.ids.has(id) && paidAt > seen.after)
}
