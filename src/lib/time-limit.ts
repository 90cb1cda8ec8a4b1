/** The server has an answer within 25 s (api/http/request-timeout.ts). The rest is for the network of a slow phone. */
export const WRITE_MS = 30_000

/** Ends a call of the API that gets no answer: one that reads, by its method, earlier than one that may write. */
export function timeLimit(init: RequestInit | undefined, readMs: number): AbortSignal {
  return AbortSignal.timeout(init?.method === 'GET' ? readMs : WRITE_MS)
}
