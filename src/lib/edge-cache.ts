import type { AstroGlobal } from 'astro'
import { CATALOGUE_TAG } from '#domain/site.ts'

const HOUR = 3600

/**
 * Lets the edge keep a page that is the same for everyone and shows the catalogue.
 * The answer to a posted form belongs to one person and is not kept.
 */
export function keepAtEdge(page: Pick<AstroGlobal, 'request' | 'cache'>): void {
  if (page.request.method !== 'GET') return
  page.cache.set({ maxAge: HOUR, swr: 24 * HOUR, tags: [CATALOGUE_TAG] })
}
