import type { APIRoute } from 'astro'
import { SITE } from '#domain/site.ts'
import { type IndexablePage, indexablePages } from '#src/lib/site-map.ts'

/** Describes the shop and its pages for language models (llmstxt.org). */
export const GET: APIRoute = async ({ site }) => {
  const pages = await indexablePages()
  const list = (some: readonly IndexablePage[]) =>
    some
      .map(({ path, title, description }) => `- [${title}](${new URL(path, site).href}): ${description}`)
      .join('\n')
  const isArticle = ({ path }: IndexablePage) => path.startsWith('/learn/')
  const cities = SITE.cities.map(({ name }) => name).join(' and ')
  return new Response(`# ${SITE.brand}

> ${SITE.description}

Three bouquets, graded by how badly the buyer messed up: Really Bad, Extremely Bad, Nuclear Bad. Delivered in ${cities}: within the hour, within a few hours, today by 8 PM or tomorrow by noon. For delivery on the same day, order before 2 PM local time. An order begins at the ZIP code. Support is there ${SITE.supportHours}: ${SITE.supportEmail}.

## Shop

${list(pages.filter((page) => !isArticle(page)))}

## Articles

${list(pages.filter(isArticle))}

## Optional

- [Sitemap](${new URL('/sitemap.xml', site).href}): every page, with the day of its last change
- [Feed](${new URL('/rss.xml', site).href}): the articles as RSS
`)
}
