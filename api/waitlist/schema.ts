import * as z from 'zod/mini'
import { plainText } from '#api/http/field-schema.ts'
import { pageQuery } from '#api/http/page-schema.ts'
import { isZip5 } from '#domain/zip.ts'

/** The token of an unsubscribe link. */
const token = z.uuid('This link is incomplete')

export const unsubscribeRequest = z.strictObject({ token })

/** RFC 8058: the address that a mail program posts to, and the form it sends. */
export const oneClickParams = z.object({ token })
export const oneClickForm = z.object({ 'List-Unsubscribe': z.literal('One-Click') })

const NOTIFY_ZIPS_MAX = 5_000

const { q, page, size } = pageQuery
const contacted = z.optional(z.enum(['yes', 'no']))

/** Filters entries by email, city, state or ZIP code, and by whether somebody has written to them. */
export const waitlistFilter = z.strictObject({ q, contacted })

export const waitlistQuery = z.strictObject({ q, contacted, page, size })

/** The new value rather than a toggle: a retry changes nothing. */
export const contactedRequest = z.strictObject({
  contacted: z.boolean(),
  /** Undoing: what it has to be now. */
  from: z.optional(z.boolean()),
})

export const notifyRequest = z.strictObject({
  zipCodes: z
    .array(plainText().check(z.refine(isZip5, 'ZIP code must be 5 digits')))
    .check(
      z.minLength(1, 'Please choose at least one ZIP code'),
      z.maxLength(NOTIFY_ZIPS_MAX, `Please choose at most ${NOTIFY_ZIPS_MAX} ZIP codes`),
    ),
})

export type ContactedRequest = z.infer<typeof contactedRequest>
export type WaitlistFilter = z.infer<typeof waitlistFilter>
export type WaitlistQuery = z.infer<typeof waitlistQuery>
