import * as z from 'zod/mini'
import { pageQuery } from '#api/http/page-schema.ts'
import { TITLE_MAX } from '#domain/catalogue.ts'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, STORY_MAX } from '#domain/limits.ts'
import { isEmail, normaliseSpaces, printable } from '#domain/text.ts'
import { isStateCode } from '#domain/us-states.ts'
import { isZip5, isZip5Or9 } from '#domain/zip.ts'

/** A line that the page fills in; nobody types it. */
const known = (max: number) =>
  z.optional(
    z.string().check(
      z.overwrite((text) => normaliseSpaces(printable(text))),
      z.maxLength(max, `Please keep this to ${max} characters`),
    ),
  )

export const joinWaitlistRequest = z.strictObject({
  email: z
    .string({ error: 'Email is required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'Email is required', abort: true }),
      z.maxLength(EMAIL_MAX, { error: 'Invalid email format', abort: true }),
      z.refine(isEmail, 'Invalid email format'),
    ),
  city: z.string({ error: 'City is required' }).check(
    z.overwrite((text) => normaliseSpaces(printable(text))),
    z.minLength(2, { error: 'City is required', abort: true }),
    z.maxLength(CITY_MAX, `Please keep this to ${CITY_MAX} characters`),
  ),
  state: z.string({ error: 'State is required' }).check(z.refine(isStateCode, 'State is required')),
  zipCode: z
    .string({ error: 'ZIP code is required' })
    .check(
      z.trim(),
      z.minLength(1, { error: 'ZIP code is required', abort: true }),
      z.refine(isZip5Or9, 'ZIP code must be 5 digits or 5+4 format'),
    ),
  story: z.optional(
    z.string().check(
      z.overwrite((text) => printable(text).trim()),
      z.maxLength(STORY_MAX, `Please keep this to ${STORY_MAX} characters`),
    ),
  ),
  /** From a checkout that ended at this form. They are sent to the owner and not stored. */
  productTitle: known(TITLE_MAX),
  address: known(ADDRESS_MAX),
})

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

export type JoinWaitlistRequest = z.infer<typeof joinWaitlistRequest>
export type WaitlistFilter = z.infer<typeof waitlistFilter>
export type WaitlistQuery = z.infer<typeof waitlistQuery>
