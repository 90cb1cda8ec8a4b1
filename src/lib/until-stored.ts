import { ApiError } from './api.ts'

/** Pauses before another try after no answer; after the last one the sender decides. */
const PAUSES_MS = [1_000, 4_000, 10_000]
/** While others are sending, too, their turn comes within two minutes. */
const BUSY_PAUSE_MS = 5_000
const BUSY_TRIES = 24

/**
 * Sends something until it is stored or refused.
 * @param post one try, which may be repeated
 * @param signal ends it
 * @throws ApiError for a failure in our words, any other error without an answer
 */
export async function untilStored<T>(post: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const pauses = { busy: Array.from({ length: BUSY_TRIES }, () => BUSY_PAUSE_MS), failed: [...PAUSES_MS] }
  for (;;) {
    try {
      return await post()
    } catch (error) {
      if (signal?.aborted || (error instanceof ApiError && error.status < 500)) throw error
      const isBusy = error instanceof ApiError && error.code === 'busy'
      const pause = pauses[isBusy ? 'busy' : 'failed'].shift()
      if (pause === undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (signal?.aborted) throw error
    }
  }
}
