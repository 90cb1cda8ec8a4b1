import type { AdminMessage } from '#api/platform/outbox/schema.ts'
import type { changesOf } from './changes.ts'

/** One field of one change of a record, newest first in a history. `field` is null for creating and deleting the whole record. */
export type ChangeRecord = Awaited<ReturnType<typeof changesOf>>[number]

/** Fields that hold a list: there `before` is what was taken out and `after` what was put in, joined by `, `. */
export const LIST_FIELDS = ['zipCodes', 'closedDates', 'capacityDates'] as const

/** Something that happened to an order or to one of its shop orders. `at`: ISO instant, of an email the last news of it. */
export type TimelineEntry = { id: string; at: string } & (
  | { type: 'event'; kind: string; actor: string; actorEmail: string | null; data: Record<string, unknown> }
  /** A note about a talk with a shop; `email` is null when the user was deleted. */
  | { type: 'contact'; shop: string; note: string; email: string | null }
  /** `causedAt`: the instant of the event that caused it. */
  | ({ type: 'email'; causedAt: string } & AdminMessage)
)
