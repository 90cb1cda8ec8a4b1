import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { addressOf, widerNetworkOf } from '#api/http/rate-limit.ts'
import { lookUpOrder, readStoredOrder } from '#api/orders/look-up.ts'
import { getOrderDetailsRequest } from '#api/orders/schema.ts'
import { placeOrder } from './place-order.ts'
import { createCheckoutSessionRequest } from './schema.ts'

/** Places orders, and shows them after the payment. */
export const checkout = new Hono<ApiEnv>()
  .post(
    '/create-checkout-session',
    describeShopCall('Place an order and open its checkout session; idempotent by attempt', {
      message: 'Checkout failed',
      timeoutMessage:
        'This is taking too long. Nothing was charged, and everything you typed is still here. Please try again.',
      errors: [
        'not_deliverable',
        'product_not_found',
        'option_closed',
        'below_minimum',
        'too_many_places',
        'terms_changed',
        'already_paid',
        'attempt_busy',
        'checkout_over',
        'zip_not_served',
        'payments_unavailable',
      ],
    }),
    input('json', createCheckoutSessionRequest),
    async (c) => {
      const client = { address: addressOf(c), widerNetwork: widerNetworkOf(c) }
      const session = await placeOrder(c.var.deps, c.req.valid('json'), client)
      return c.json({ success: true, ...session } as const)
    },
  )
  .post(
    '/get-order-details',
    describeShopCall('The order of a checkout session, settled first if the provider reports it as paid', {
      message: 'Order lookup failed',
      errors: ['order_not_found'],
    }),
    input('json', getOrderDetailsRequest),
    async (c) => {
      const order = await lookUpOrder(c.var.deps, c.req.valid('json'), addressOf(c))
      return c.json({ success: true, order } as const)
    },
  )
  .post(
    '/get-order-details/stored',
    describeShopCall('The order of a checkout session as it is stored: the provider is not asked', {
      message: 'Order lookup failed',
      errors: ['order_not_found'],
    }),
    input('json', getOrderDetailsRequest),
    async (c) => {
      const order = await readStoredOrder(c.var.deps, c.req.valid('json'), addressOf(c))
      return c.json({ success: true, order } as const)
    },
  )

export type CheckoutRoutes = typeof checkout
