import type { Deps } from '#api/deps.ts'
import { AnalyticsError } from '#api/platform/analytics.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import { analyticsAddress } from '#domain/analytics-address.ts'
import type { PageViewRequest } from './schema.ts'

/**
 * Reports a page view to the analytics service, after the answer: a page neither waits for it nor learns that it failed.
 * Without a measurement id it does nothing.
 * @param view path and query of the page, which is reported without what is personal, and the visit's id
 * @param from network address of the request
 */
export function countPageView(deps: Deps, { address, visit }: PageViewRequest, from: string): void {
  const reported = analyticsAddress(address)
  if (deps.analytics && reported !== null) {
    deps.waitUntil(forward(deps, deps.analytics, { address: reported, visit }, from))
  }
}

async function forward(
  { db, clock, config, log }: Deps,
  analytics: NonNullable<Deps['analytics']>,
  { address, visit }: PageViewRequest,
  from: string,
): Promise<void> {
  const counter = counterOf('pageViews', from, clock.now(), config.limits.pageViews)
  const counted = await incrementCounter(db, counter)
  if (counted.length === 0) return
  try {
    await analytics.pageView(`${config.origin}${address}`, visit)
  } catch (error) {
    if (!(error instanceof AnalyticsError)) throw error
    log('warn', 'page_view_lost', { reason: error.message })
  }
}
