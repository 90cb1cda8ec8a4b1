import { z } from 'astro/zod'

type Components = Readonly<Record<string, z.ZodObject>>

const name = z.string('expected a name between quotation marks').trim().min(1, 'expected a name')
const title = z.string('expected a title between quotation marks').trim().min(1, 'expected a title')
const KINDS = ['tip', 'warning', 'note'] as const
const LEVEL = 'expected a whole number from 1 to 10 in braces, as in value={10}'

const PullQuote = z.strictObject({})

/** The components of an article (src/storefront/learn/mdx-components.ts) and their properties. */
export const ARTICLE_COMPONENTS: Components = {
  CallOut: z.strictObject({
    title,
    kind: z.enum(KINDS, `expected one of: ${KINDS.join(', ')}`).optional(),
  }),
  Level: z.strictObject({ value: z.int(LEVEL).min(1, LEVEL).max(10, LEVEL), title }),
  Step: z.strictObject({ title }),
  PullQuote,
  Say: z.strictObject({ not: z.literal(true, 'expected only the word: <Say not>').optional() }),
}

/** The components of About (src/pages/about.astro). */
export const ABOUT_COMPONENTS: Components = {
  PullQuote,
  Bouquets: z.strictObject({}),
  Person: z.strictObject({ name, role: name }),
}
