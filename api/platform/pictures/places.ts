import { AppError } from '#api/errors.ts'

/** Pictures in one isolate at the same time: 2 MB each, and about 80 MB for the one that is being encoded, of 128 MB. */
export const MAX_PICTURES = 6
/** A request that was cut off never gives its place back. */
export const PLACE_MS = 90_000
const RETRY_SECONDS = 5

const BUSY =
  'Other pictures are arriving right now, so yours was not saved. Please try again in a few seconds.'

/**
 * Counts the pictures of one isolate by the instants at which their places end. Nobody waits for a place.
 * @param now milliseconds
 * @returns takes a place, and returns the function that gives it back
 */
export function createPicturePlaces(now: () => number): () => () => void {
  const places = new Set<{ until: number }>()
  return () => {
    const at = now()
    for (const place of places) if (place.until <= at) places.delete(place)
    if (places.size >= MAX_PICTURES) {
      throw new AppError('busy', { message: BUSY, retryAfterSeconds: RETRY_SECONDS })
    }
    const place = { until: at + PLACE_MS }
    places.add(place)
    return () => void places.delete(place)
  }
}
