import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { PICTURE_MAX_BYTES, PictureRefused } from '#domain/pictures.ts'
import type { Room } from './room.ts'

/** In each part of the time a body brings so many bytes at least; a slow phone brings more. */
export const PART_MS = 10_000
export const BYTES_A_PART = 64 * 1024
/** Four minutes in all: 10 MB on the network of a phone. */
export const MOST_PARTS = 24

/**
 * Reads the picture that is a request's body. However long the body claims to be, no more than one picture is read.
 * @throws PictureRefused, or AppError: `too_slow` if it stops coming, `busy` if there is no room for it
 */
export async function readPictureBody(
  request: Request,
  { startTimer }: Pick<Deps, 'startTimer'>,
  room: Room,
): Promise<Uint8Array> {
  const claimed = request.headers.get('content-length')
  if (claimed !== null && Number(claimed) > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
  if (!request.body) throw new PictureRefused('not_a_picture')
  const reader = request.body.getReader()
  let length = 0
  const rate = watchRate(startTimer, () => length)
  try {
    const chunks: Uint8Array[] = []
    for (;;) {
      const { done, value } = await Promise.race([readNext(reader), rate.tooSlow])
      if (done) break
      length += value.length
      if (length > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
      room.grow(value.length)
      chunks.push(value)
    }
    if (length === 0) throw new PictureRefused('not_a_picture')
    if (claimed !== null && Number(claimed) !== length) throw new PictureRefused('damaged')
    return joined(chunks, length)
  } catch (error) {
    // Not awaited: a connection that hangs would hold the answer up.
    reader.cancel().catch(() => {})
    throw error
  } finally {
    rate.stop()
  }
}

/**
 * Lets the rest of a picture pass that is refused unread: a connection that is closed on it would be reset, and its sender would learn
 * nothing.
 */
export async function skipPictureBody(
  request: Request,
  { startTimer }: Pick<Deps, 'startTimer'>,
): Promise<void> {
  if (!request.body || request.bodyUsed) return
  if (Number(request.headers.get('content-length')) > PICTURE_MAX_BYTES) return
  const reader = request.body.getReader()
  let length = 0
  const rate = watchRate(startTimer, () => length)
  try {
    while (length <= PICTURE_MAX_BYTES) {
      const { done, value } = await Promise.race([reader.read(), rate.tooSlow])
      if (done) return
      length += value.length
    }
  } catch {
    // It stopped coming. What was refused is answered all the same.
  } finally {
    rate.stop()
    reader.cancel().catch(() => {})
  }
}

/** @throws PictureRefused when the connection was cut */
async function readNext(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read()
  } catch {
    throw new PictureRefused('damaged')
  }
}

/** Looks after each part of the time at what has come. @returns `tooSlow` rejects once that is too little */
function watchRate(startTimer: Deps['startTimer'], length: () => number) {
  let timer = startTimer(PART_MS)
  let stopped = false
  const watch = async (): Promise<never> => {
    for (let parts = 1, before = 0; ; parts += 1, before = length()) {
      await timer.over
      if (parts === MOST_PARTS || length() - before < BYTES_A_PART) throw new AppError('too_slow')
      if (!stopped) timer = startTimer(PART_MS)
    }
  }
  const tooSlow = watch()
  tooSlow.catch(() => {})
  return {
    tooSlow,
    stop: () => {
      stopped = true
      timer.cancel()
    },
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}
