import * as z from 'zod/mini'
import { pageQuery } from '#api/http/page-schema.ts'
import { isZip5 } from '#domain/zip.ts'

/** The token of an unsubscribe link. */
const token = z.uuid('This link is not complete')

export const unsubscribeRequest = z.strictObject({ token })

/** RFC 8058: the address that a mail program posts to, and the form it sends. */
export const oneClickParams = z.object({ token })
export const oneClickForm = z.object({ 'List-Unsubscribe': z.literal('One-Click') })

const NOTIFY_ZIPS_MAX = 5_000

const { q, page } = pageQuery
const contacted = z.optional(z.enum(['yes', 'no']))

/** Which entries: by e-mail, city, state or ZIP code, and by whether somebody has written to them. */
export const waitlistFilter = z.strictObject({ q, contacted })

export const waitlistQuery = z.strictObject({ q, contacted, page })

/** The new value rather than a toggle: a retry changes nothing. */
export const contactedRequest = z.strictObject({ contacted: z.boolean() })

export const notifyRequest = z.strictObject({
  zipCodes: z
    .array(z.string().check(z.refine(isZip5, 'ZIP code must be 5 digits')))
    .check(
      z.minLength(1, 'Please name at least one ZIP code'),
      z.maxLength(NOTIFY_ZIPS_MAX, `Please name ${NOTIFY_ZIPS_MAX} ZIP codes at most`),
    ),
})

export type WaitlistFilter = z.infer<typeof waitlistFilter>
export type WaitlistQuery = z.infer<typeof waitlistQuery>
