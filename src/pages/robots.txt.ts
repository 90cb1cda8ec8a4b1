import type { APIRoute } from 'astro'

/**
 * Crawlers may look at every page: one that must not be shown says noindex, which only those see who may look.
 * The API holds no pages, and its answers would be fetched for nothing.
 */
export const GET: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Disallow: /api/

Sitemap: ${new URL('/sitemap.xml', site).href}
`)
