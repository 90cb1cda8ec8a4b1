import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api.ts'
import { repeatAttempt } from '#src/storefront/checkout/repeat-attempt.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const PLACED = { url: 'https://pay.example/1' }
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const refused = (status: number, code: string) => () =>
  Promise.reject(new ApiError(status, { error: { code, message: 'No', issues: [], requestId: 'r' } }))
const placed = () => Promise.resolve(PLACED)

/** Sends with these results in turn; the last one repeats. @returns the outcome, and the seconds of each try */
async function outcomeOf(results: (() => Promise<typeof PLACED>)[], msEach = 0) {
  const tries: number[] = []
  const began = performance.now()
  const done = repeatAttempt(async () => {
    tries.push((performance.now() - began) / 1000)
    if (msEach > 0) await new Promise((resolve) => setTimeout(resolve, msEach))
    return (results[tries.length - 1] ?? results.at(-1) ?? placed)()
  }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { outcome: await done, tries }
}

test.each([
  ['gets no answer', lost],
  ['is told that it goes on', refused(503, 'too_slow')],
])('an attempt that %s is sent again after a second', async (_, first) => {
  expect(await outcomeOf([first, placed])).toEqual({ outcome: PLACED, tries: [0, 1] })
})

test('an attempt whose answers are all lost is sent three times, then the buyer decides', async () => {
  expect(await outcomeOf([lost])).toEqual({ outcome: expect.any(TypeError), tries: [0, 1, 4] })
})

test('an attempt that waits for its time limit each time is sent twice', async () => {
  expect((await outcomeOf([lost], 30_000)).tries).toEqual([0, 31])
})

test.each([
  ['invalid', 422],
  ['attempt_busy', 409],
  ['payments_unavailable', 503],
  ['unknown', 500],
])('an attempt that is refused as %s is not sent again', async (code, status) => {
  expect(await outcomeOf([refused(status, code)])).toMatchObject({ outcome: { code }, tries: [0] })
})

test('nothing is sent again by a device without a network', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect((await outcomeOf([lost])).tries).toEqual([0])
})
