import * as z from 'zod/mini'

/** `YYYY-MM`. */
export const statementQuery = z.strictObject({
  month: z
    .string({ error: 'Please choose a month' })
    .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month')),
})
