import * as z from 'zod/mini'
import { pageOf, pageQuery } from '#api/http/page-schema.ts'
import { isZip5 } from '#domain/zip.ts'

/** As many ZIP codes as one call may name. */
const ZIPS_MAX = 5_000

const { q, page } = pageQuery
const contacted = z.optional(z.enum(['yes', 'no']))

/** Which entries: words in e-mail, city, state or ZIP code, and whether somebody has written to them. */
export const waitlistFilter = z.strictObject({ q, contacted })

/** The list's address: the filter and the page. */
export const waitlistQuery = z.strictObject({ q, contacted, page })

/** A person who waits, as the list shows them. Instants are ISO. */
export const waitlistRow = z.object({
  id: z.string(),
  email: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  contacted: z.boolean(),
  /** When we wrote that we deliver there now. */
  notifiedAt: z.nullable(z.string()),
  unsubscribedAt: z.nullable(z.string()),
  createdAt: z.string(),
})

export const waitlistPage = pageOf(waitlistRow)

/** One entry (§2 Waitlist). */
export const waitlistDetail = z.extend(waitlistRow, {
  story: z.nullable(z.string()),
  /** The market that serves their ZIP code by now. */
  market: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** The first order they paid for since they asked. */
  bought: z.nullable(z.object({ orderId: z.string(), reference: z.string(), paidAt: z.string() })),
})

/** What the entry is to say, not "the other way round": twice is the same as once. */
export const contactedRequest = z.strictObject({ contacted: z.boolean() })
export const contactedAnswer = z.object({ contacted: z.boolean() })

const numbers = {
  /** Entries that are still to hear from us. */
  waiting: z.int(),
  /** Entries we have written to, saying that we deliver there now. */
  notified: z.int(),
  /** Entries whose person has paid for an order since. */
  boughtSince: z.int(),
}

/** Where people wait (decisions: where to open next), most waiting first; at most 100 of each. */
export const demandAnswer = z.object({
  all: z.object(numbers),
  zips: z.array(
    z.object({
      /** Five digits; who gave 5+4 counts here. */
      zipCode: z.string(),
      city: z.string(),
      state: z.string(),
      /** The market that serves it; while it is paused, nobody is told that we deliver there. */
      market: z.nullable(z.object({ id: z.string(), name: z.string(), paused: z.boolean() })),
      ...numbers,
    }),
  ),
  cities: z.array(
    z.object({
      city: z.string(),
      state: z.string(),
      /** How many ZIP codes people there asked about, and how many of these are served. */
      zips: z.int(),
      servedZips: z.int(),
      ...numbers,
    }),
  ),
})

export const notifyRequest = z.strictObject({
  zipCodes: z
    .array(z.string().check(z.refine(isZip5, 'ZIP code must be 5 digits')))
    .check(
      z.minLength(1, 'Please name at least one ZIP code'),
      z.maxLength(ZIPS_MAX, `Please name ${ZIPS_MAX} ZIP codes at most`),
    ),
})

/** To how many people a message goes out now. */
export const notifyAnswer = z.object({ notified: z.int() })

export type WaitlistFilter = z.infer<typeof waitlistFilter>
export type WaitlistQuery = z.infer<typeof waitlistQuery>
export type WaitlistRow = z.infer<typeof waitlistRow>
export type WaitlistPage = z.infer<typeof waitlistPage>
export type WaitlistDetail = z.infer<typeof waitlistDetail>
export type DemandAnswer = z.infer<typeof demandAnswer>
