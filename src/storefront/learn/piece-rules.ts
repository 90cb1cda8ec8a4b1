import { z } from 'astro/zod'

const title = z.string('expected a title between quotation marks').trim().min(1, 'expected a title')
const name = z.string('expected a name between quotation marks').trim().min(1, 'expected a name')
const KINDS = ['tip', 'warning', 'note'] as const

/** A piece as a text uses it: how it is opened, and what its opening tag may say. */
export type PieceRule = { example: string; attributes: z.ZodObject }

type PieceRules = Readonly<Record<string, PieceRule>>

const PullQuote: PieceRule = { example: '<PullQuote>', attributes: z.strictObject({}) }

/**
 * The pieces of an article (src/storefront/learn/pieces.ts), as docs/editing.md explains them. What an opening tag says
 * beyond this is refused by the build.
 */
export const ARTICLE_PIECES: PieceRules = {
  CallOut: {
    example: '<CallOut title="Before you send anything" kind="tip">',
    attributes: z.strictObject({
      title,
      kind: z.enum(KINDS, `expected one of: ${KINDS.join(', ')}`).optional(),
    }),
  },
  Level: {
    example: '<Level value={10} title="You missed the wedding">',
    attributes: z.strictObject({
      value: z
        .int('expected a whole number in braces, as in value={10}')
        .min(1, 'expected 1 to 10')
        .max(10, 'expected 1 to 10'),
      title,
    }),
  },
  Step: { example: '<Step title="Say what you did">', attributes: z.strictObject({ title }) },
  PullQuote,
  Say: {
    example: '<Say> or, for words to avoid, <Say not>',
    attributes: z.strictObject({ not: z.literal(true, 'expected only the word: <Say not>').optional() }),
  },
}

/** The pieces of About (src/pages/about.astro). */
export const ABOUT_PIECES: PieceRules = {
  PullQuote,
  Bouquets: { example: '<Bouquets />', attributes: z.strictObject({}) },
  Person: {
    example: '<Person name="Nora Feldman" role="Founder">',
    attributes: z.strictObject({ name, role: name }),
  },
}
