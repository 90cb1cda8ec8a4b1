import rss from '@astrojs/rss'
import type { APIRoute } from 'astro'
import { SITE } from '#domain/site.ts'
import { articlePath, articles } from '#src/storefront/learn/articles.ts'

/** The articles, the newest first. */
export const GET: APIRoute = async ({ site = '' }) => {
  const newest = (await articles()).sort((a, b) => b.data.published.getTime() - a.data.published.getTime())
  const changed = newest.map(({ data }) => data.updated.getTime())
  return rss({
    title: `${SITE.brand}: Learn`,
    description: 'How to apologize, what to give, and how to get through the weeks after.',
    site: new URL('/learn', site),
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    trailingSlash: false,
    items: newest.map((article) => ({
      title: article.data.title,
      link: new URL(articlePath(article), site).href,
      pubDate: article.data.published,
      description: article.data.description,
      categories: [...article.data.topics],
    })),
    customData: [
      `<language>${SITE.language}</language>`,
      `<lastBuildDate>${new Date(Math.max(...changed)).toUTCString()}</lastBuildDate>`,
      `<atom:link href="${new URL('/rss.xml', site).href}" rel="self" type="application/rss+xml"/>`,
    ].join(''),
  })
}
