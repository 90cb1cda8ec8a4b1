import * as z from 'zod/mini'
import { distinct, key, line, plainText } from '#api/http/field-schema.ts'
import { pageQuery, updateOf } from '#api/http/page-schema.ts'
import { MARKET_NAME_MAX, ZIP_CODES_MAX } from '#domain/limits.ts'
import { WITHOUT_FLORIST } from '#domain/market-orders.ts'
import { isZip5 } from '#domain/zip.ts'
import { promiseForm } from './promise-schema.ts'
import { closedDates, openingHours, pausedReason, timeZone } from './schedule-schema.ts'

/** The message of a market whose fields are not right. */
export const MARKET_INVALID = 'Validation failed'
export const ZIP_ALREADY_ADDED = 'ZIP code already added'
const TOO_MANY = `Please keep this to ${ZIP_CODES_MAX.toLocaleString('en-US')} ZIP codes`

/** What is typed into the ZIP list editor (the API has another message). */
export const zipCodeEntry = plainText().check(z.refine(isZip5, 'ZIP code must be 5 digits'))

/**
 * What a market does that this write leaves without a florist: whoever sends it has confirmed it. `closes` makes it close where it
 * would take orders.
 */
export const withoutFlorist = z.optional(z.enum(WITHOUT_FLORIST))

/** The fields of a market. */
export const marketForm = z.strictObject({
  name: line('Market name is required', MARKET_NAME_MAX),
  zipCodes: z
    .array(
      plainText().check(z.refine(isZip5, 'Invalid ZIP code format. Must be 5 digits.')),
      'Please give a list of ZIP codes',
    )
    .check(z.maxLength(ZIP_CODES_MAX, TOO_MANY), distinct(ZIP_ALREADY_ADDED)),
  timeZone,
  openingHours,
  pausedReason,
  /** It takes no orders while none of its shops is active. */
  closedWithoutFlorist: z._default(z.boolean(), false),
  closedDates,
  ...promiseForm,
  withoutFlorist,
})

export const marketUpdate = updateOf(marketForm)
export const marketListQuery = z.object(pageQuery)

export const zipCheckRequest = z.strictObject({
  /** Whatever was pasted, a piece each. */
  zipCodes: z.array(plainText()).check(z.maxLength(ZIP_CODES_MAX, TOO_MANY)),
  /** The market that they are for, if it is there already. */
  marketId: z.optional(key(64)),
})

export type MarketForm = z.infer<typeof marketForm>
export type MarketFormInput = z.input<typeof marketForm>
export type MarketUpdate = z.infer<typeof marketUpdate>
export type MarketUpdateInput = z.input<typeof marketUpdate>
export type ZipCheckRequest = z.infer<typeof zipCheckRequest>
