import * as z from 'zod/mini'

/** One fault of one field: the path as in the request (`customerInfo.email`) and the message for the person. */
export const issue = z.object({ path: z.string(), message: z.string() })

const paidOrder = z.object({ reference: z.string(), url: z.string() })

/** The one shape of every failure. */
export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z.array(issue),
    requestId: z.string(),
    /** `already_paid` names the order, and where its buyer follows it. */
    paidOrder: z.optional(paidOrder),
  }),
})

export type Issue = z.infer<typeof issue>
export type PaidOrder = z.infer<typeof paidOrder>
export type ErrorBody = z.infer<typeof errorBody>
