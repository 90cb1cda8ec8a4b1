import * as z from 'zod/mini'
import { isMonth } from '#domain/statement.ts'

/** `YYYY-MM`. */
export const statementQuery = z.strictObject({
  month: z.string({ error: 'Please choose a month' }).check(z.refine(isMonth, 'Please choose a month')),
})
