import { createMiddleware } from 'hono/factory'
import { AppError } from '#api/errors.ts'
import type { ApiEnv } from './context.ts'

/** A shopper is told within 3 s; the rest is for the way there and back. */
const DEADLINE_MS = 2_800

/**
 * Answers in time whatever the work below is waiting for. The work goes on after the answer: all of it can be
 * repeated, and what it gets done the next try finds done. If it fails late, `onError` logs it like any failure.
 * @throws AppError `too_slow`, in the words of the call where it has its own
 */
export const answerWithin = createMiddleware<ApiEnv>(async (c, next) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, DEADLINE_MS, 'late')
  })
  c.set('liftDeadline', () => clearTimeout(timer))
  const work = next()
  const first = await Promise.race([work, deadline])
  clearTimeout(timer)
  if (first !== 'late') return
  const { deps, tooSlow } = c.var
  deps.defer(work)
  throw new AppError('too_slow', tooSlow === undefined ? {} : { message: tooSlow })
})

/**
 * Takes the deadline off a call whose answer must say what happened: a password that is set, a code that is used up or
 * shown only once. Its database calls still end after 10 s each.
 */
export const answerWhenDone = createMiddleware<ApiEnv>(async (c, next) => {
  c.var.liftDeadline()
  await next()
})
