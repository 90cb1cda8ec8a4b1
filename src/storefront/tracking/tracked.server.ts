import { trackingRequest } from '#api/tracking/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import type { TrackingAnswer } from '#src/lib/order-links.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'
import { INCOMPLETE, NOT_LOADED, UNKNOWN } from './messages.ts'

export type TrackedPage = { heading: string; text: string; answer: TrackingAnswer | null; failed: boolean }

/** The page for browsers without JavaScript. @param token of its link */
export async function readTracked(token: string | null, api: ShopApi): Promise<TrackedPage> {
  if (!token) return { ...INCOMPLETE, answer: null, failed: false }
  const read = trackingRequest.safeParse({ token })
  if (!read.success) return { ...UNKNOWN, answer: null, failed: false }
  try {
    const answer = await api.track(read.data.token)
    return { ...answer.headline, answer, failed: false }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'link_unknown')
      return { ...UNKNOWN, answer: null, failed: false }
    return { ...NOT_LOADED, answer: null, failed: true }
  }
}
