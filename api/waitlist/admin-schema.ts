import * as z from 'zod/mini'
import { type Page, pageQuery } from '#api/http/page-schema.ts'
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
export type WaitlistRow = {
  id: string
  email: string
  city: string
  state: string
  zipCode: string
  contacted: boolean
  /** When we wrote that we deliver there now. */
  notifiedAt: string | null
  unsubscribedAt: string | null
  createdAt: string
}

export type WaitlistPage = Page<WaitlistRow>

/** One entry. */
export type WaitlistDetail = WaitlistRow & {
  story: string | null
  /** The market that serves their ZIP code by now. */
  market: { id: string; name: string } | null
  /** The first order they paid for since they asked. */
  bought: { orderId: string; reference: string; paidAt: string } | null
}

/** What the entry is to say, not "the other way round": twice is the same as once. */
export const contactedRequest = z.strictObject({ contacted: z.boolean() })

type Numbers = {
  /** Entries that are still to hear from us. */
  waiting: number
  /** Entries we have written to, saying that we deliver there now. */
  notified: number
  /** Entries whose person has paid for an order since. */
  boughtSince: number
}

/** Where people wait, most waiting first; at most 100 of each. */
export type DemandAnswer = {
  all: Numbers
  zips: (Numbers & {
    /** Five digits; who gave 5+4 counts here. */
    zipCode: string
    city: string
    state: string
    /** The market that serves it; while it is paused, nobody is told that we deliver there. */
    market: { id: string; name: string; paused: boolean } | null
  })[]
  cities: (Numbers & {
    city: string
    state: string
    /** How many ZIP codes people there asked about, and how many of these are served. */
    zips: number
    servedZips: number
  })[]
}

export const notifyRequest = z.strictObject({
  zipCodes: z
    .array(z.string().check(z.refine(isZip5, 'ZIP code must be 5 digits')))
    .check(
      z.minLength(1, 'Please name at least one ZIP code'),
      z.maxLength(ZIPS_MAX, `Please name ${ZIPS_MAX} ZIP codes at most`),
    ),
})

export type WaitlistFilter = z.infer<typeof waitlistFilter>
export type WaitlistQuery = z.infer<typeof waitlistQuery>
