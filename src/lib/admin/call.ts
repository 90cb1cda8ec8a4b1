import type { Fetch } from '#src/lib/client.ts'
import { refreshSession, sessionEnded } from './session.ts'

/** A slow line may need a while; what gets no answer fails in the end. */
const PATIENCE_MS = 20_000

/** Where the API is, as the browser sees it. */
export const BASE = '/api'

/**
 * `fetch` for the back office: an access token that has run out is renewed and the call tried once more. When the
 * session is over the app is told, and the answer is what it was.
 */
export const staffFetch: Fetch = async (input, init) => {
  const send = () => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(PATIENCE_MS) })
  const answer = await send()
  if (answer.status !== 401) return answer
  const renewed = await refreshSession().catch(() => null)
  if (renewed) return send()
  if (renewed === false) sessionEnded()
  return answer
}
