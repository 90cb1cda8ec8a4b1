import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Config } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { counterOf, incrementCounter } from '#api/platform/rate-counters.ts'
import { clientNetwork, widerNetwork } from '#domain/client-network.ts'
import type { ApiEnv } from './context.ts'
import { describeGuard } from './describe-route.ts'

/** The client that limits count: its IPv4 address or its IPv6 /64. Where the edge reports none, all share one. */
export function addressOf(c: Context<ApiEnv>): string {
  return clientNetwork(c.req.header('cf-connecting-ip'))
}

/** The IPv6 /48 of a client; null where it has none. */
export function widerNetworkOf(c: Context<ApiEnv>): string | null {
  return widerNetwork(c.req.header('cf-connecting-ip'))
}

/**
 * Slows down one client: so many calls in any window of a length, counted in the database.
 * @throws AppError `rate_limited`
 */
export function rateLimit(name: keyof Config['limits']) {
  const guard = createMiddleware<ApiEnv>(async (c, next) => {
    const { db, clock, config } = c.var.deps
    const limit = config.limits[name]
    const counted = await incrementCounter(db, counterOf(name, addressOf(c), clock.now(), limit))
    if (counted.length === 0) throw new AppError('rate_limited', { retryAfterSeconds: limit.seconds })
    await next()
  })
  return describeGuard(guard, { errors: ['rate_limited'] })
}
