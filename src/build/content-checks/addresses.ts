import { slugOf } from '#src/storefront/learn/article-schema.ts'
import type { Problem } from './content-files.ts'
import type { ParsedFile } from './frontmatter.ts'

/** Paths below /learn that are other pages. */
const RESERVED = ['index', '404', '500', 'apology-check']

type File = Pick<ParsedFile, 'path' | 'fields'>

const isArticle = ({ path }: File) => path.startsWith('content/learn/')

/** True for files that are not published. */
export const isDraft = ({ fields }: File) => fields?.['draft'] === true

/** The name of a text: that of its file without folders and ending. */
export function nameOf(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.mdx?$/, '')
}

/** Where a text is: `/learn/by-text`, `/faq#how-fast`, `/terms`. Undefined for an article whose fields give it no name. */
export function addressOf(file: File): string | undefined {
  if (file.path.startsWith('content/faq/')) return `/faq#${nameOf(file.path)}`
  if (!isArticle(file)) return `/${nameOf(file.path)}`
  const { slug, title } = file.fields ?? {}
  const name = slugOf({
    slug: typeof slug === 'string' ? slug : undefined,
    title: typeof title === 'string' ? title : '',
  })
  return name ? `/learn/${name}` : undefined
}

/** Every text has an address of its own. */
export function addressProblems(files: readonly ParsedFile[]): Problem[] {
  const taken = new Map(RESERVED.map((slug) => [`/learn/${slug}`, 'another page of the site']))
  return files.flatMap((file) => {
    const address = addressOf(file)
    const other = address && taken.get(address)
    if (address && !other) taken.set(address, file.path)
    if (!other && (address || !file.fields?.['title'])) return []
    const message = other
      ? `${other} has the address ${address} already. Write another slug, or give a question’s file another name`
      : 'no address can be made of this title. Write one, as in slug: mess-up-index'
    return [{ file: file.path, line: file.lineOf('slug'), field: 'slug', message }]
  })
}

/** From the path that an article's title gives to its own, unless another article has that path. Drafts have none. */
export function titleRedirects(files: readonly File[]): Record<string, string> {
  const published = files.filter((file) => isArticle(file) && !isDraft(file))
  const addresses = new Set(published.map(addressOf))
  const redirects: Record<string, string> = {}
  for (const { path, fields } of published) {
    const address = addressOf({ path, fields })
    const byTitle = addressOf({ path, fields: { ...fields, slug: undefined } })
    if (address && byTitle && !addresses.has(byTitle)) redirects[byTitle] ??= address
  }
  return redirects
}
