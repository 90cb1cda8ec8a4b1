import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeRoute, input } from '#api/http/describe-route.ts'
import { addressOf } from '#api/http/rate-limit.ts'
import { pageViewRequest } from './schema.ts'
import { countPageView } from './service.ts'

/** Page views, for the analytics service. */
export const pageViews = new Hono<ApiEnv>().post(
  '/page-views',
  describeRoute(
    'shop',
    'Record a page view; forwarded to analytics without personal data if a measurement id is set',
  ),
  input('json', pageViewRequest),
  (c) => {
    countPageView(c.var.deps, c.req.valid('json'), addressOf(c))
    return c.json({ success: true } as const)
  },
)
