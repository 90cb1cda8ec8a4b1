import { slugify } from '#domain/slug.ts'
import type { Problem } from './problem.ts'

/** What an article's address depends on, as far as its frontmatter has it. */
export type Addressed = { file: string; title?: unknown; slug?: unknown; draft?: unknown }

/** Names that would stand in the way of pages of our own. */
const RESERVED = new Map([
  ['index', 'the list of all articles'],
  ['404', 'the page for what is not there'],
  ['500', 'the page for what went wrong'],
])

/** The last part of an article's address; undefined while its fields do not tell. */
export function slugOfFields({ title, slug }: Addressed): string | undefined {
  if (typeof slug === 'string') return slug
  return typeof title === 'string' ? slugify(title) : undefined
}

/** Every article has an address, its own. */
export function addressProblems(articles: readonly Addressed[]): Problem[] {
  const taken = new Map<string, string>()
  return articles.flatMap((article) => {
    const slug = slugOfFields(article)
    const { file } = article
    const problem = (message: string) => [{ file, field: 'slug', message }]
    if (slug === undefined) return []
    if (slug === '')
      return problem('no address can be made of this title. Write one, as in slug: mess-up-index')
    const page = RESERVED.get(slug)
    if (page) return problem(`/learn/${slug} is kept for ${page}. Write another slug`)
    const other = taken.get(slug)
    if (other)
      return problem(`${other} has the address /learn/${slug} already. Write another slug in one of the two`)
    taken.set(slug, file)
    return []
  })
}

/**
 * From the address that the rule makes of a title to the one the article has (decisions.md, Content). Drafts have none,
 * and an article's own address goes first.
 */
export function ruleRedirects(articles: readonly Addressed[]): Record<string, string> {
  const published = articles.filter(({ draft }) => draft !== true)
  const own = new Set(published.map(slugOfFields))
  const redirects: Record<string, string> = {}
  for (const article of published) {
    const slug = slugOfFields(article)
    const byRule = typeof article.title === 'string' ? slugify(article.title) : ''
    if (!slug || !byRule || own.has(byRule)) continue
    redirects[`/learn/${byRule}`] ??= `/learn/${slug}`
  }
  return redirects
}
