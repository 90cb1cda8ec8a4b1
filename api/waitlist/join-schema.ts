import * as z from 'zod/mini'
import { TITLE_MAX } from '#domain/catalogue.ts'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, STORY_MAX } from '#domain/limits.ts'
import { isEmail, normaliseSpaces, normaliseText } from '#domain/text.ts'
import { isStateCode } from '#domain/us-states.ts'
import { isZip5Or9 } from '#domain/zip.ts'

/** A line that the page fills in; nobody types it. */
const known = (max: number) =>
  z.optional(
    z.string().check(
      z.overwrite((text) => normaliseSpaces(normaliseText(text))),
      z.maxLength(max, `Please keep this to ${max} characters`),
    ),
  )

/** What a shopper sends to join. The dialog checks it too: the landing page loads this file and not the back office's. */
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
    z.overwrite((text) => normaliseSpaces(normaliseText(text))),
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
      z.overwrite((text) => normaliseText(text).trim()),
      z.maxLength(STORY_MAX, `Please keep this to ${STORY_MAX} characters`),
    ),
  ),
  /** From a checkout that ended at this form. They are sent to the owner and not stored. */
  productTitle: known(TITLE_MAX),
  address: known(ADDRESS_MAX),
})

export type JoinWaitlistRequest = z.infer<typeof joinWaitlistRequest>
