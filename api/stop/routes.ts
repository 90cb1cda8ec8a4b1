import { Hono } from 'hono'
import type { ApiEnv } from '#api/http/context.ts'
import { describeShopCall, input } from '#api/http/describe-route.ts'
import { addressOf, widerNetworkOf } from '#api/http/rate-limit.ts'
import { stopRequest } from './schema.ts'
import { stopByCode } from './service.ts'

/** Whoever got flowers says by the code of their card that they want no more. The code is sent in the body: servers log addresses. */
export const stop = new Hono<ApiEnv>().post(
  '/stop',
  describeShopCall(
    'No more flowers from a sender, or none from this shop, by the code of a card; idempotent',
    {
      message: 'We can’t tell whether that worked. Please press again: twice does no harm.',
      errors: ['stop_code_unknown'],
    },
  ),
  input('json', stopRequest),
  async (c) => {
    // An IPv6 site counts once, since it has 65,536 networks to try from.
    await stopByCode(c.var.deps, c.req.valid('json'), widerNetworkOf(c) ?? addressOf(c))
    return c.json({ success: true } as const)
  },
)

export type StopRoutes = typeof stop
