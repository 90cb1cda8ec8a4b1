import type { ErrorBody } from '#api/http/error-schema.ts'
import type { Fetch } from '#src/lib/client.ts'
import { $session, refreshSession } from './session.ts'

/** A slow line may need a while; what gets no answer fails in the end. */
const PATIENCE_MS = 20_000

const SIGNED_OUT: ErrorBody = {
  error: { code: 'signed_out', message: 'Please sign in.', issues: [], requestId: '' },
}

/**
 * `fetch` for the back office: an access token that has run out is renewed and the call tried once more. When the
 * session is over, the app is told, and the answer is what it was; until somebody signs in again nothing is sent, least
 * of all in the name of somebody else who has signed in in another tab.
 */
export const staffFetch: Fetch = async (input, init) => {
  const state = $session.get()
  if (state.status === 'signed-in' && state.ended) return Response.json(SIGNED_OUT, { status: 401 })
  const send = () => fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(PATIENCE_MS) })
  const answer = await send()
  if (answer.status !== 401) return answer
  return (await refreshSession()) === 'renewed' ? send() : answer
}
