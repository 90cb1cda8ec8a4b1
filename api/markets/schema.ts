import * as z from 'zod/mini'
import { distinct, line } from '#api/http/field-schema.ts'
import { pageOf, pageQuery, version } from '#api/http/page-schema.ts'
import { changeRecord } from '#api/platform/audit/schema.ts'
import { MARKET_NAME_MAX, ZIP_CODES_MAX } from '#domain/limits.ts'
import { isZip5 } from '#domain/zip.ts'
import { closedDates, openingHours, pausedReason, timeZone } from './schedule-schema.ts'

/** What the service says of a market whose fields are not right (§5). */
export const MARKET_INVALID = 'Validation failed'
export const ZIP_ALREADY_ADDED = 'ZIP code already added'
const TOO_MANY = `Please keep this to ${ZIP_CODES_MAX.toLocaleString('en-US')} ZIP codes`

/** What is typed into the ZIP list editor (§5: the form's words; the service has its own). */
export const zipCodeEntry = z.string().check(z.trim(), z.refine(isZip5, 'ZIP code must be 5 digits'))

/** The fields of a market, with the rules and words of §5 (service). */
export const marketForm = z.strictObject({
  name: line('Market name is required', MARKET_NAME_MAX),
  zipCodes: z
    .array(
      z.string().check(z.trim(), z.refine(isZip5, 'Invalid ZIP code format. Must be 5 digits.')),
      'Please give a list of ZIP codes',
    )
    .check(z.maxLength(ZIP_CODES_MAX, TOO_MANY), distinct(ZIP_ALREADY_ADDED)),
  timeZone,
  openingHours,
  pausedReason,
  closedDates,
})

export const marketUpdate = z.extend(marketForm, { version })
export const marketListQuery = z.object(pageQuery)

const market = {
  id: z.string(),
  name: z.string(),
  timeZone: z.string(),
  pausedReason: z.nullable(z.string()),
  version: z.int(),
}

export const marketRow = z.object({ ...market, shopCount: z.int(), zipCount: z.int() })
export const marketPage = pageOf(marketRow)

const day = z.nullable(z.object({ opens: z.string(), closes: z.string() }))

export const marketDetail = z.object({
  ...market,
  /** Every day of the week, '0' is Sunday; null: closed. */
  openingHours: z.nullable(
    z.object({ '0': day, '1': day, '2': day, '3': day, '4': day, '5': day, '6': day }),
  ),
  closedDates: z.array(z.string()),
  zipCodes: z.array(z.string()),
  /** By name. */
  shops: z.array(z.object({ id: z.string(), name: z.string(), active: z.boolean() })),
  /** ISO instants. */
  createdAt: z.string(),
  updatedAt: z.string(),
  changes: z.array(changeRecord),
})

/** How many people wait for a ZIP that was added and were not told yet. */
const waiting = z.array(z.object({ zip: z.string(), count: z.int() }))
export const marketCreated = z.object({ id: z.string(), waiting })
export const marketUpdated = z.object({ version: z.int(), waiting })

export const zipCheckRequest = z.strictObject({
  /** Whatever was pasted, a piece each. */
  zipCodes: z.array(z.string()).check(z.maxLength(ZIP_CODES_MAX, TOO_MANY)),
  /** The market that they are for, if it is there already. */
  marketId: z.optional(z.string().check(z.maxLength(64))),
})

/**
 * What each distinct piece is, in the order of the list: `duplicate` is stored in this market already, `taken` in the
 * named one. `times` says how often the list has it.
 */
export const zipCheckAnswer = z.object({
  zipCodes: z.array(
    z.object({
      zip: z.string(),
      result: z.enum(['ok', 'duplicate', 'wrong', 'taken']),
      marketName: z.nullable(z.string()),
      times: z.int(),
    }),
  ),
})

export type MarketForm = z.infer<typeof marketForm>
export type MarketFormInput = z.input<typeof marketForm>
export type MarketUpdate = z.infer<typeof marketUpdate>
export type MarketUpdateInput = z.input<typeof marketUpdate>
export type MarketPage = z.infer<typeof marketPage>
export type MarketDetail = z.infer<typeof marketDetail>
export type MarketCreated = z.infer<typeof marketCreated>
export type MarketUpdated = z.infer<typeof marketUpdated>
export type ZipCheckRequest = z.infer<typeof zipCheckRequest>
export type ZipCheckAnswer = z.infer<typeof zipCheckAnswer>
