import type { APIRoute } from 'astro'
import { isoDay } from '#src/lib/page-metadata.ts'
import { indexablePages } from '#src/lib/site-map.ts'

/** The pages that search engines may show, and no other. */
export const GET: APIRoute = async ({ site }) => {
  const entries = (await indexablePages()).map(({ path, updated }) => {
    const changed = updated ? `<lastmod>${isoDay(updated)}</lastmod>` : ''
    return `  <url><loc>${new URL(path, site).href}</loc>${changed}</url>`
  })
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
  ]
  return new Response(`${xml.join('\n')}\n`, { headers: { 'content-type': 'application/xml' } })
}
