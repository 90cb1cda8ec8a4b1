import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { storeRefusal } from '#api/platform/failure.ts'
import { awaitedService, type Service } from '#api/platform/outside-calls.ts'
import { hasUnwritten, writeUnwritten } from '#api/platform/problems.ts'
import { countRefusal } from '#api/platform/refusals.ts'
import type { ApiEnv } from './context.ts'
import { patternOf } from './request-log.ts'

/** Counts the placements that we refuse, by time-outs too: the alarm and the outage's entry in Problems go by them. */
export const countRefusedPlacements = createMiddleware<ApiEnv>(async (c, next) => {
  // Read while the request lasts: afterwards the runtime refuses.
  const attempt = attemptKeyOf(c)
  await next()
  if (c.res.status < 500) return
  const { deps, requestId } = c.var
  const error = c.error instanceof AppError ? c.error : null
  // The answer waits for nothing: a handler that was too slow may fail meanwhile, and would put another one in its place.
  deps.waitUntil(record(deps, { attempt, service: awaitedService(), error, place: patternOf(c), requestId }))
})

type Refused = {
  attempt: Promise<string | null>
  service: Service | null
  /** Null for a failure without a code of ours, which was stored where it was logged. */
  error: AppError | null
  place: string
  requestId: string
}

async function record(deps: Deps, { attempt, service, error, place, requestId }: Refused): Promise<void> {
  countRefusal(deps, (await attempt) ?? requestId, service)
  if (error) storeRefusal(deps, service, { code: error.code, message: error.message, place, requestId })
  else if (hasUnwritten(deps)) await writeUnwritten(deps)
}

/** The key of the form that was sent, which is one buyer's however often they press; null if it is unreadable. */
async function attemptKeyOf(c: Context<ApiEnv>): Promise<string | null> {
  const body: unknown = await c.req.json().catch(() => null)
  const key = typeof body === 'object' && body !== null && 'attemptKey' in body ? body.attemptKey : null
  return typeof key === 'string' ? key : null
}
