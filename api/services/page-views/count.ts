import { AnalyticsError } from '#api/analytics/analytics.ts'
import type { Deps } from '#api/deps.ts'
import { counterOf, countUp } from '#api/queries/rate-counters.ts'
import { countedAddress } from '#src/domain/counted-address.ts'

/**
 * Tells the analytics service that a page was opened (decisions.md, Privacy and analytics), after the answer: no page
 * waits for it, none learns that it failed. Without a measurement id it does nothing.
 * @param address path and query of the page; what may be told of it is decided here
 * @param from the address the request came from
 */
export function countPageView(deps: Deps, address: string, from: string): void {
  const told = countedAddress(address)
  if (deps.analytics && told !== null) deps.defer(forward(deps, deps.analytics, told, from))
}

async function forward(
  { db, clock, config, log }: Deps,
  analytics: NonNullable<Deps['analytics']>,
  address: string,
  from: string,
): Promise<void> {
  const { max, seconds } = config.limits.pageViews
  const [row] = await countUp(db, await counterOf('pageViews', from, clock.now(), seconds))
  if (row && row.count > max) return
  try {
    await analytics.pageView(`${config.origin}${address}`)
  } catch (error) {
    if (!(error instanceof AnalyticsError)) throw error
    log('warn', 'page_view_lost', { reason: error.message })
  }
}
