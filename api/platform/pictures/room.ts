import { AppError } from '#api/errors.ts'
import { UPLOAD_MS } from '#api/platform/storage/deletion-queries.ts'

/** The pictures that one isolate has in hand: it has 128 MB for everything, and a picture is copied on its way to the platform. */
export const MAX_BYTES_IN_HAND = 32 * 1024 * 1024
/** The pictures that are being made and stored; those whose bodies are still coming keep nobody out but by their bytes. */
export const MAX_PICTURES_AT_WORK = 4
const RETRY_SECONDS = 5

const BUSY =
  'Many pictures are arriving right now, so yours was not saved yet. Please try again in a few seconds.'

/** The room that one picture takes. */
export type Room = {
  /** Counts bytes that have come. @throws AppError `busy` */
  grow(bytes: number): void
  /** Counts the picture as one that is being made. @throws AppError `busy` */
  startWork(): void
  giveBack(): void
}

/**
 * Counts the pictures of one isolate. Nobody waits for room. A request that was cut off never gives its room back, which therefore ends
 * with the time that an upload may take.
 * @param now milliseconds
 */
export function createRooms(now: () => number): () => Room {
  const rooms = new Set<{ bytes: number; until: number; isAtWork: boolean }>()
  const refuse = (): never => {
    throw new AppError('busy', { message: BUSY, retryAfterSeconds: RETRY_SECONDS })
  }
  const refuseWhenAtWork = () => {
    if ([...rooms].filter(({ isAtWork }) => isAtWork).length >= MAX_PICTURES_AT_WORK) refuse()
  }
  return () => {
    const at = now()
    for (const each of rooms) if (each.until <= at) rooms.delete(each)
    refuseWhenAtWork()
    const room = { bytes: 0, until: at + UPLOAD_MS, isAtWork: false }
    rooms.add(room)
    return {
      grow(bytes) {
        let inHand = bytes
        for (const each of rooms) inHand += each.bytes
        if (inHand > MAX_BYTES_IN_HAND) refuse()
        room.bytes += bytes
      },
      startWork() {
        refuseWhenAtWork()
        room.isAtWork = true
      },
      giveBack: () => void rooms.delete(room),
    }
  }
}
