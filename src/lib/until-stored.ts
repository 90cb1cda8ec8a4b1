import { ApiError } from './api.ts'

/** Pauses before another try after no answer; after the last one the sender decides. */
const PAUSES_MS = [1_000, 4_000, 10_000]
/** Pauses while others are sending, too: three minutes in all. They grow, and differ, so that a crowd thins out. */
const BUSY_PAUSES_MS = [5_000, 10_000, 15_000, ...Array.from({ length: 6 }, () => 25_000)]
/** The share by which a pause may be shorter. */
const SPREAD = 0.4

/**
 * Sends something until it is stored or refused.
 * @param post one try, which may be repeated
 * @param signal ends it
 * @throws ApiError for a failure in our words, any other error without an answer
 */
export async function untilStored<T>(post: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const pauses = {
    busy: BUSY_PAUSES_MS.map((ms) => ms * (1 - SPREAD * Math.random())),
    failed: [...PAUSES_MS],
  }
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
