import { ApiError } from '#src/lib/api.ts'

/** Pauses before an attempt is sent again. */
const PAUSES_MS = [1_000, 3_000]
/** No more is sent after this long: the buyer decides. */
const REPEATED_FOR_MS = 40_000

/**
 * Sends an attempt again while its answer is lost: the server knows it by its key, so that it stays one order.
 * @param send sends the same attempt each time
 * @throws what the last try threw
 */
export async function repeatAttempt<T>(send: () => Promise<T>): Promise<T> {
  const began = performance.now()
  for (const pause of PAUSES_MS) {
    try {
      return await send()
    } catch (error) {
      if (!isLost(error) || !navigator.onLine || performance.now() - began > REPEATED_FOR_MS) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return send()
}

/** True if nobody knows what came of it: without an answer of ours, or one that says that it goes on. */
function isLost(error: unknown): boolean {
  return !(error instanceof ApiError) || error.code === 'too_slow'
}
