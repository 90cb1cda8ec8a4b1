import { z } from 'astro/zod'
import { slugify } from '#domain/text.ts'
import { day } from '#src/lib/frontmatter-day.ts'

/** The topics of articles. Related articles share some, and the first of an article chooses its drawing. */
export const TOPICS = ['apologies', 'flowers', 'gifts', 'anniversaries', 'relationships', 'words'] as const

export type Topic = (typeof TOPICS)[number]

const SLUG = 'expected small letters, digits and single hyphens, as in mess-up-index'

const source = z.strictObject(
  {
    title: text(3, 250),
    by: text(2, 250),
    where: text(2, 250),
    url: z.url({ protocol: /^https$/, error: 'expected an address that starts with https://' }),
  },
  'expected a source: title, by, where and url, each on a line of its own',
)

/**
 * The frontmatter of a file in content/learn (docs/editing.md). Strict, so that a misspelled optional field is not ignored.
 */
const article = z.strictObject({
  /** The heading of the page. */
  title: text(3, 60),
  /** The title in menus and the footer; absent: the title itself. */
  shortTitle: text(2, 30).optional(),
  /** The description for search engines and link previews. */
  description: text(50, 160),
  /** The opening under the heading. */
  standfirst: text(20, 300),
  /** The last part of the address; absent: made of the title. */
  slug: z
    .string(SLUG)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG)
    .optional(),
  published: day(),
  updated: day(),
  /** Place in the menu; absent: after those that have one, the newest first. */
  order: z.number('expected a number, as in 3').optional(),
  topics: z
    .array(
      z.enum(TOPICS, `expected some of: ${TOPICS.join(', ')}`),
      'expected a list, as in [apologies, words]',
    )
    .min(1, 'expected at least one topic'),
  /** True if the footer's Resources list it. */
  footer: z.boolean('expected true or false').default(true),
  /** The sentence above the way to the shop. */
  nextStep: text(10, 160).optional(),
  sources: z.array(source, 'expected a list of sources, each beginning with a hyphen').default([]),
  /** Shown under `npm run dev`, marked; not published. */
  draft: z.boolean('expected true or false').default(false),
})

const days = z.object({ published: day(), updated: day() })

export const articleSchema = article.refine(({ published, updated }) => updated >= published, {
  path: ['updated'],
  error: 'expected the day of the last change, the day of published or later',
  // It is checked while other fields are wrong, too: all problems are reported at once.
  when: ({ value }) => days.safeParse(value).success,
})

/** The frontmatter of an article, checked. */
export type ArticleData = z.infer<typeof articleSchema>

/** The last part of an article's address: its frontmatter's, else made of its title. */
export function slugOf({ slug, title }: { slug?: string | undefined; title: string }): string {
  return slug ?? slugify(title)
}

function text(min: number, max: number) {
  const error = `expected a text of ${min} to ${max} characters`
  return z.string(error).trim().min(min, error).max(max, error)
}
