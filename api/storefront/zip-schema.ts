import * as z from 'zod/mini'
import { DELIVERY_OPTION_IDS } from '#domain/delivery.ts'
import { isZip5 } from '#domain/zip.ts'

const optionState = z.object({ open: z.boolean(), reason: z.nullable(z.string()) })

/** What the availability rule says, as it crosses the wire. */
export const availabilityAnswer = z.object({
  timeZone: z.string(),
  sameDayOpen: z.boolean(),
  message: z.string(),
  options: z.record(z.enum(DELIVERY_OPTION_IDS), optionState),
  anyOpen: z.boolean(),
  /** Why nothing can be ordered; null while some option is open. */
  closedReason: z.nullable(z.string()),
  /** ISO instant at which this answer may change. */
  changesAt: z.string(),
})

/** The schedule of a market, so that an open page can apply the same rule by its own clock. */
export const marketSchedule = z.object({
  timeZone: z.string(),
  openingHours: z.nullable(
    z.record(z.string(), z.nullable(z.object({ opens: z.string(), closes: z.string() }))),
  ),
  pausedReason: z.nullable(z.string()),
  closedDates: z.readonly(z.array(z.string())),
})

export const zipParams = z.object({
  zip: z.string().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code')),
})

/** Whether a ZIP is served, and by which market. */
export const zipAnswer = z.object({
  zip: z.string(),
  served: z.boolean(),
  market: z.nullable(z.object({ id: z.string(), name: z.string(), schedule: marketSchedule })),
  availability: z.nullable(availabilityAnswer),
})

export type ZipAnswer = z.infer<typeof zipAnswer>
