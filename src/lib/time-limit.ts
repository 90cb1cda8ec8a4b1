import { isRead } from '#domain/posted-reads.ts'

/** The server has an answer within 25 s (api/http/request-timeout.ts). The rest is for the network of a slow phone. */
export const WRITE_MS = 30_000

/** Ends a call of the API that gets no answer: one that writes later than one that reads, which ends after `readMs`. */
export function timeLimit(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  readMs: number,
): AbortSignal {
  return AbortSignal.timeout(isRead(init?.method ?? 'GET', String(input)) ? readMs : WRITE_MS)
}
