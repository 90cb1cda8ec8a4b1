import { Hono } from 'hono'
import type { Deps } from '#api/deps.ts'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { AnalyticsError } from '#api/platform/analytics.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import { analyticsAddress } from '#domain/analytics-address.ts'
import { pageViewRequest } from './schema.ts'

/** Page views, for the analytics service: a page neither waits for it nor learns that it failed. */
export const pageViews = new Hono<ApiEnv>().post(
  '/page-views',
  describeRoute(
    'shop',
    'Record a page view; forwarded to analytics without personal data if a measurement id is set',
  ),
  input('json', pageViewRequest),
  (c) => {
    const { deps } = c.var
    const { address, visit } = c.req.valid('json')
    const reported = analyticsAddress(address)
    if (deps.analytics && reported !== null) {
      deps.waitUntil(forward(deps, deps.analytics, { address: reported, visit }, addressOf(c)))
    }
    return c.json({ success: true } as const)
  },
)

async function forward(
  { db, clock, config, log }: Deps,
  analytics: NonNullable<Deps['analytics']>,
  { address, visit }: { address: string; visit: string },
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
