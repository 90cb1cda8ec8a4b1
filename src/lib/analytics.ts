import { recall, remember } from './browser-storage.ts'

const VISIT_KEY = 'visit'

/**
 * Tells our API that a page was opened; it forwards path and query without what is personal.
 * Only on pages that count (`Astro.locals.countsViews`). Never fails, and outlives the page. Browser only.
 */
export function sendPageView({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): void {
  const body = JSON.stringify({ address: pathname + search, visit: visitId() })
  navigator.sendBeacon('/api/page-views', new Blob([body], { type: 'application/json' }))
}

/** One id per visit: random, in this tab until it is closed, never in a cookie. */
function visitId(): string {
  const id = recall('sessionStorage', VISIT_KEY) ?? crypto.randomUUID()
  remember('sessionStorage', VISIT_KEY, id)
  return id
}
