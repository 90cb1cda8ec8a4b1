import type { Deps } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { readParts } from '#api/platform/read-parts.ts'
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
  const parts: Uint8Array[] = []
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.length
    if (length > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
    room.grow(part.length)
    parts.push(part)
  }
  const rate = watchRate(startTimer, () => length)
  try {
    await readParts(request.body, take, rate.tooSlow, () => new PictureRefused('damaged'))
  } finally {
    rate.stop()
  }
  if (length === 0) throw new PictureRefused('not_a_picture')
  if (claimed !== null && Number(claimed) !== length) throw new PictureRefused('damaged')
  return new Uint8Array(Buffer.concat(parts))
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
  let length = 0
  const take = (part: Uint8Array) => {
    length += part.length
    if (length > PICTURE_MAX_BYTES) throw new PictureRefused('too_large')
  }
  const rate = watchRate(startTimer, () => length)
  // Whatever ends it, what was refused is answered all the same.
  await readParts(request.body, take, rate.tooSlow, () => new PictureRefused('damaged')).catch(() => {})
  rate.stop()
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
