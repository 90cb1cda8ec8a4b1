import * as z from 'zod/mini'

/** One field of one change: who, when, field, before, after. A history has the newest first. */
export const changeRecord = z.object({
  id: z.string(),
  action: z.enum(['create', 'update', 'delete']),
  /** Null for creating and deleting the whole record. */
  field: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** Null when the person is gone, or when it was no person. */
  actorEmail: z.nullable(z.string()),
  /** ISO instant. */
  createdAt: z.string(),
})

export type ChangeRecord = z.infer<typeof changeRecord>

/** Fields that hold a list: there `before` is what was taken out and `after` what was put in, joined by `, `. */
export const LIST_FIELDS = ['zipCodes', 'closedDates'] as const
