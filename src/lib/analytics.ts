/**
 * Tells our API that a page was opened (§2, Page-view tracking); it forwards path and query without what is personal.
 * Only on pages that count (`Astro.locals.countsViews`). Never fails, and outlives the page. Browser only.
 */
export function sendPageView({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location): void {
  const body = JSON.stringify({ address: pathname + search })
  navigator.sendBeacon('/api/page-views', new Blob([body], { type: 'application/json' }))
}
