import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { AppError } from '#api/errors.ts'
import { storeProblem } from '#api/platform/failure.ts'
import { awaitedService, watchOutsideCalls } from '#api/platform/outside-calls.ts'
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
  const [service, place] = [awaitedService(), patternOf(c)]
  // Null for a failure without a code of ours, which was stored where it was logged.
  const error = c.error instanceof AppError ? c.error : null
  const record = async () => {
    countRefusal(deps, (await attempt) ?? requestId, service)
    const refusal = { source: 'server', event: 'placement_refused', place, requestId } as const
    if (error) storeProblem(deps, { ...refusal, service }, { error: error.code, message: error.message })
    else if (hasUnwritten(deps)) await writeUnwritten(deps)
  }
  // The answer waits for nothing: a handler that was too slow may fail meanwhile, and would put another one in its place.
  deps.waitUntil(watchOutsideCalls(record))
})

/** The key of the form that was sent, which is one buyer's however often they press; null if it is unreadable. */
async function attemptKeyOf(c: Context<ApiEnv>): Promise<string | null> {
  const body: unknown = await c.req.json().catch(() => null)
  const key = typeof body === 'object' && body !== null && 'attemptKey' in body ? body.attemptKey : null
  return typeof key === 'string' ? key : null
}
