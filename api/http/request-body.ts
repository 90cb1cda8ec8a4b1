import { AppError } from '#api/errors.ts'
import { readParts } from '#api/platform/read-parts.ts'
import type { Timer } from '#api/platform/timer.ts'

/** The largest body of a request, here and at the pages, but for pictures. */
export const MAX_BODY_BYTES = 256 * 1024
/** A slow phone sends a form in less. */
export const BODY_MS = 10_000

/**
 * Reads the body of a request before anything else is done: one that trickles in would hold what waits for it.
 * @returns the same request, whose body is there
 * @throws AppError `too_large`, or `body_too_slow` if it does not arrive in time
 */
export async function readBody(request: Request, startTimer: (ms: number) => Timer): Promise<Request> {
  // A GET may bring one, if only of no length; nobody reads it, and a request cannot be made of it.
  if (!request.body || request.method === 'GET' || request.method === 'HEAD') return request
  if (Number(request.headers.get('content-length')) > MAX_BODY_BYTES) throw new AppError('too_large')
  const parts: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.length
    if (length > MAX_BODY_BYTES) throw new AppError('too_large')
    parts.push(new Uint8Array(part))
  }
  const timer = startTimer(BODY_MS)
  const late = timer.over.then(() => {
    throw new AppError('body_too_slow')
  })
  try {
    await readParts(request.body, take, late, () => new AppError('malformed'))
    return new Request(request, { body: new Blob(parts) })
  } finally {
    timer.cancel()
  }
}
