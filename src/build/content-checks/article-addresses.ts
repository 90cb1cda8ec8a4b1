import { slugify } from '#domain/text.ts'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'

export type Article = { file: string; title?: unknown; slug?: unknown; draft?: unknown }

/** Paths below /learn that are other pages. */
const RESERVED = ['index', '404', '500']

export function articlesAmong(files: readonly Pick<ParsedFile, 'path' | 'fields'>[]): Article[] {
  return files
    .filter(({ path }) => path.startsWith('content/learn/'))
    .map(({ path, fields }) => {
      const { title, slug, draft } = fields ?? {}
      return { file: path, title, slug, draft }
    })
}

/** The path of an article; undefined while its fields do not give one. */
export function articlePath({ title, slug }: Article): string | undefined {
  if (typeof slug === 'string') return `/learn/${slug}`
  const made = typeof title === 'string' ? slugify(title) : ''
  return made ? `/learn/${made}` : undefined
}

/** Every article has a path of its own. */
export function addressProblems(articles: readonly Article[]): Problem[] {
  const taken = new Map(RESERVED.map((slug) => [`/learn/${slug}`, 'another page of the site']))
  return articles.flatMap((article) => {
    const { file, title } = article
    const path = articlePath(article)
    if (!path) {
      const message = 'no address can be made of this title. Write one, as in slug: mess-up-index'
      return typeof title === 'string' ? [{ file, field: 'slug', message }] : []
    }
    const other = taken.get(path)
    if (other) {
      return [
        { file, field: 'slug', message: `${other} has the address ${path} already. Write another slug` },
      ]
    }
    taken.set(path, file)
    return []
  })
}

/** From the path that an article's title gives to its own, unless another article has that path. Drafts have none. */
export function titleRedirects(articles: readonly Article[]): Record<string, string> {
  const published = articles.filter(({ draft }) => draft !== true)
  const paths = new Set(published.map(articlePath))
  const redirects: Record<string, string> = {}
  for (const article of published) {
    const path = articlePath(article)
    const byTitle = articlePath({ ...article, slug: undefined })
    if (path && byTitle && !paths.has(byTitle)) redirects[byTitle] ??= path
  }
  return redirects
}
