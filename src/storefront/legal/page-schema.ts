import { z } from 'astro/zod'
import { day } from '#src/lib/frontmatter-day.ts'

/** The frontmatter of the pages that are one text: About, privacy, terms, refunds (docs/editing.md). */
export const pageSchema = z.strictObject({
  title: z.string('expected a title').trim().min(3, 'expected at least 3 characters'),
  description: z
    .string('expected a text of 50 to 160 characters')
    .trim()
    .min(50, 'expected at least 50 characters')
    .max(160, 'expected at most 160 characters'),
  standfirst: z
    .string('expected the opening under the heading')
    .trim()
    .min(20, 'expected at least 20 characters'),
  updated: day(),
  /** Place in the footer. */
  order: z.number('expected a number, as in 3').optional(),
})
