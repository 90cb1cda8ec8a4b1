import * as z from 'zod/mini'

/** What making, changing and taking away a record answer. */
export const createdAnswer = z.object({ id: z.string() })
export const updatedAnswer = z.object({ version: z.int() })
export const doneAnswer = z.object({ success: z.literal(true) })
