import * as z from 'zod/mini'
import { text } from '#api/http/field-schema.ts'
import { PROBLEM_SOURCES } from '#domain/problems.ts'

export const problemsQuery = z.object({ source: z.optional(z.enum(PROBLEM_SOURCES)) })

/** An uncaught error of a page, as `src/lib/report-errors.ts` sends it. */
export const browserErrorRequest = z.strictObject({
  /** The path of the page, without query and fragment. */
  path: text().check(z.startsWith('/'), z.maxLength(300)),
  error: text().check(z.maxLength(100)),
  message: text().check(z.maxLength(500)),
  stack: text().check(z.maxLength(4000)),
})

/** A browser's report that a page tried something against its policy; browsers send more than this. */
export const policyReport = z.object({
  'csp-report': z.object({
    'document-uri': text().check(z.maxLength(2000)),
    'effective-directive': text().check(z.maxLength(100)),
    'blocked-uri': z._default(text().check(z.maxLength(2000)), ''),
    'source-file': z._default(text().check(z.maxLength(2000)), ''),
  }),
})

export type PolicyReport = z.infer<typeof policyReport>['csp-report']
export type BrowserErrorRequest = z.infer<typeof browserErrorRequest>
