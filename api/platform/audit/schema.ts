/** One field of one change of a record, newest first in a history. */
export type ChangeRecord = {
  id: string
  action: 'create' | 'update' | 'delete'
  /** Null for creating and deleting the whole record. */
  field: string | null
  before: string | null
  after: string | null
  /** Null when the user was deleted, or when it was no user. */
  actorEmail: string | null
  /** ISO instant. */
  createdAt: string
}

/** Fields that hold a list: there `before` is what was taken out and `after` what was put in, joined by `, `. */
export const LIST_FIELDS = ['zipCodes', 'closedDates'] as const
