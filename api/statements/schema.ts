import * as z from 'zod/mini'
import { text } from '#api/http/field-schema.ts'
import { isMonth } from '#domain/statement.ts'

/** `YYYY-MM`. */
export const statementQuery = z.strictObject({
  month: text('Please choose a month').check(z.refine(isMonth, 'Please choose a month')),
})
