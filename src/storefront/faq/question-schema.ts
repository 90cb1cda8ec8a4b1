import { z } from 'astro/zod'

/** The groups of the FAQ, in their order. */
export const FAQ_GROUPS = [
  'General Questions',
  'Orders & Delivery',
  'Subscriptions & Reminders',
  'Pricing & Payments',
  'Florist & Delivery Partnerships',
  'Other Fun Stuff',
] as const

/** The frontmatter of a file in content/faq (docs/editing.md): one question a file. */
export const questionSchema = z.strictObject({
  question: z
    .string('expected the question')
    .trim()
    .min(5, 'expected at least 5 characters')
    .max(120, 'expected at most 120 characters')
    .endsWith('?', 'expected a question mark at the end'),
  group: z.enum(FAQ_GROUPS, `expected one of: ${FAQ_GROUPS.join(', ')}`),
  /** Place in its group. */
  order: z.number('expected a number, as in 3'),
})
