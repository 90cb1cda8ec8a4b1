import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/lib/api.ts'
import { untilStored } from '#src/lib/until-stored.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const failure = (status: number, code: string) =>
  new ApiError(status, { error: { code, message: code, issues: [], requestId: 'r' } })

/** Answers with each failure in turn, the last one again and again; null: it is stored. */
function sending(...failures: (Error | null)[]) {
  let tries = 0
  const post = async () => {
    const next = failures[Math.min(tries, failures.length - 1)]
    tries += 1
    if (next) throw next
    return 'stored'
  }
  return { post, tries: () => tries }
}

/** The end of it, once all pauses are over. */
async function end(work: Promise<string>) {
  const outcome = work.catch((error: Error) => error.message)
  await vi.runAllTimersAsync()
  return outcome
}

test('sends again by itself while others are sending, for three minutes at most', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const crowd = sending(...Array.from({ length: 8 }, () => failure(503, 'busy')), null)
  expect([await end(untilStored(crowd.post)), crowd.tries()]).toEqual(['stored', 9])
  const started = Date.now()
  expect(await end(untilStored(sending(failure(503, 'busy')).post))).toBe('busy')
  expect(Date.now() - started).toBe(180_000)
})

test('sends four times without an answer, and once what is refused', async () => {
  const away = sending(new Error('No answer'))
  expect([await end(untilStored(away.post)), away.tries()]).toEqual(['No answer', 4])
  const broken = sending(failure(503, 'storage_unavailable'), new Error('No answer'), null)
  expect(await end(untilStored(broken.post))).toBe('stored')
  const refused = sending(failure(422, 'picture_refused'))
  expect([await end(untilStored(refused.post)), refused.tries()]).toEqual(['picture_refused', 1])
})

test('ends with its signal, also during a pause', async () => {
  const controller = new AbortController()
  const crowd = sending(failure(503, 'busy'))
  const work = end(untilStored(crowd.post, controller.signal))
  controller.abort()
  expect([await work, crowd.tries()]).toEqual(['busy', 1])
})
