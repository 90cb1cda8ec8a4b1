import * as z from 'zod/mini'
import { plainLine, plainText, text } from '#api/http/field-schema.ts'
import { tooLongMessage } from '#api/http/message-schema.ts'
import { TITLE_MAX } from '#domain/catalogue.ts'
import { ADDRESS_MAX, CITY_MAX, EMAIL_MAX, STORY_MAX } from '#domain/limits.ts'
import { isStateCode } from '#domain/postal-address.ts'
import { isEmail, normaliseSpaces } from '#domain/text.ts'
import { isZip5Or9 } from '#domain/zip.ts'

/** A line that the page fills in; nobody types it. */
const known = (max: number) =>
  z.optional(text().check(z.overwrite(normaliseSpaces), z.maxLength(max, tooLongMessage(max))))

/** A shopper's request to join. The dialog checks it too: the landing page loads this file and not the back office's. */
export const joinWaitlistRequest = z.strictObject({
  email: plainLine('Email is required', EMAIL_MAX, 'Invalid email format').check(
    z.refine(isEmail, 'Invalid email format'),
  ),
  city: text('City is required').check(
    z.overwrite(normaliseSpaces),
    z.minLength(2, { error: 'City is required', abort: true }),
    z.maxLength(CITY_MAX, tooLongMessage(CITY_MAX)),
  ),
  state: plainText('State is required').check(z.refine(isStateCode, 'State is required')),
  zipCode: plainText('ZIP code is required').check(
    z.minLength(1, { error: 'ZIP code is required', abort: true }),
    z.refine(isZip5Or9, 'ZIP code must be 5 digits or 5+4 format'),
  ),
  story: z.optional(text().check(z.trim(), z.maxLength(STORY_MAX, tooLongMessage(STORY_MAX)))),
  /** From a checkout that ended at this form. They are sent to the owner and not stored. */
  productTitle: known(TITLE_MAX),
  address: known(ADDRESS_MAX),
})

export type JoinWaitlistRequest = z.infer<typeof joinWaitlistRequest>
