import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { preparedCheckoutRequest } from './schema.ts'
import { openPrepared } from './service.ts'

/** The page of a checkout that somebody prepared for its buyer. The secret is sent in the body: servers log addresses. */
export const preparedCheckout = new Hono<ApiEnv>().post(
  '/prepared-checkout',
  describeShopCall('The checkout that was prepared for whoever has its link', {
    message: 'We could not load your checkout. Please try again.',
    errors: ['not_found', 'link_unknown'],
  }),
  input('json', preparedCheckoutRequest),
  async (c) => c.json(await openPrepared(c.var.deps, c.req.valid('json').token)),
)

export type PreparedCheckoutRoutes = typeof preparedCheckout
