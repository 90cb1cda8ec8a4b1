import { getCollection } from 'astro:content'
import { articlePath, articles } from '#src/storefront/learn/articles.ts'
import { FIXED_PAGES, type Page } from './fixed-pages.ts'

/** A page that search engines may show; with the day of its last change where one is known. */
export type IndexablePage = Page & { updated?: Date }

/**
 * Every page that search engines may show, and no other: the sitemap, llms.txt and the tests all ask here.
 * All others say noindex.
 */
export async function indexablePages(): Promise<IndexablePage[]> {
  const [about, legal, learn] = await Promise.all([
    getCollection('about'),
    getCollection('legal'),
    articles(),
  ])
  const pages = [...about, ...legal.sort((a, b) => (a.data.order ?? 0) - (b.data.order ?? 0))]
  return [
    ...FIXED_PAGES,
    ...learn.map((article) => ({ ...article.data, path: articlePath(article) })),
    ...pages.map(({ id, data }) => ({ ...data, path: `/${id}` })),
  ]
}
