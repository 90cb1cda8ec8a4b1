import * as z from 'zod/mini'
import type { Availability, MarketSchedule, OpeningDay } from '#domain/availability.ts'
import { isZip5 } from '#domain/zip.ts'

export const zipParams = z.object({
  zip: z.string().check(z.refine(isZip5, 'Please enter a 5-digit ZIP code')),
})

/** Whether a ZIP is served, and by which market. */
export type ZipAnswer = {
  zip: string
  served: boolean
  market: {
    id: string
    name: string
    schedule: Omit<MarketSchedule, 'openingHours'> & {
      openingHours: Record<string, OpeningDay | null> | null
    }
  } | null
  /** `changesAt`: ISO instant. */
  availability: (Omit<Availability, 'changesAt'> & { changesAt: string }) | null
}
