import { createMiddleware } from 'hono/factory'
import type { Config } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { sha256 } from '#api/hash.ts'
import { countInWindow } from '#api/queries/rate-counters.ts'
import type { ApiEnv } from './context.ts'

/**
 * Slows down one address (decisions.md, Accounts): so many calls a window, counted in the database.
 * The address is kept as a hash only.
 * @throws AppError `rate_limited`
 */
export function rateLimit(name: keyof Config['limits']) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { db, clock, config } = c.var.deps
    const limit = config.limits[name]
    const address = c.req.header('cf-connecting-ip') ?? 'unknown'
    const count = await countInWindow(db, `${name}:${await sha256(address)}`, clock.now(), limit.seconds)
    if (count > limit.max) {
      c.header('retry-after', String(limit.seconds))
      throw new AppError('rate_limited')
    }
    await next()
  })
}
