import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { rateLimit } from '#api/http/rate-limit.ts'
import { trackingRequest } from './schema.ts'
import { trackOrder } from './service.ts'

/** The tracking page of an order. */
export const tracking = new Hono<ApiEnv>().post(
  '/tracking',
  describeShopCall(
    'The status of an order by its secret link; shows first name, city and state, who took the flowers in, and no other personal data',
    {
      message: 'We could not look that up. Please try again.',
      errors: ['link_unknown'],
    },
  ),
  rateLimit('lookUp'),
  input('json', trackingRequest),
  async (c) => c.json(await trackOrder(c.var.deps, c.req.valid('json').token)),
)

export type TrackingRoutes = typeof tracking
