import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { PICTURE_MAX_BYTES, PictureRefused } from '#domain/pictures.ts'

/** A slow phone sends 2 MB in less. */
export const BODY_MS = 60_000

/**
 * Reads the picture that is a request's body. However long the body claims to be, no more than one picture is read.
 * @throws PictureRefused, or AppError `too_slow` if it does not arrive in time
 */
export async function readPictureBody(
  request: Request,
  { startTimer }: Pick<Deps, 'startTimer'>,
): Promise<Uint8Array> {
  const claimed = request.headers.get('content-length')
  if (claimed !== null && Number(claimed) > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
  if (!request.body) throw new PictureRefused('not_a_picture')
  const reader = request.body.getReader()
  const timer = startTimer(BODY_MS)
  const late = timer.over.then(() => {
    throw new AppError('too_slow')
  })
  try {
    const bytes = await Promise.race([readAll(reader), late])
    if (bytes.length === 0) throw new PictureRefused('not_a_picture')
    if (claimed !== null && Number(claimed) !== bytes.length) throw new PictureRefused('damaged')
    return bytes
  } catch (error) {
    // Not awaited: a connection that hangs would hold the answer up.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    timer.cancel()
  }
}

async function readAll(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      // The connection was cut.
      throw new PictureRefused('damaged')
    })
    if (done) break
    length += value.length
    if (length > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
    chunks.push(value)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
