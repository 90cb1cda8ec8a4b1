import { unsubscribeRequest } from '#api/waitlist/schema.ts'
import { ApiError } from '#src/lib/api.ts'
import type { ShopApi } from '#src/lib/shop-api.ts'

/** Asked, off the list, a link that nobody has, or it could not be done now. */
export type LeaveState = 'ask' | 'done' | 'unknown' | 'failed'

export type Leaving = { state: LeaveState; token: string }

/** The page behind the link in a mail. A GET changes nothing. */
export function askToLeave(token: string | null): Leaving {
  const read = unsubscribeRequest.safeParse({ token })
  return read.success ? { state: 'ask', token: read.data.token } : { state: 'unknown', token: '' }
}

/** Takes the person off the waitlist whose form this is. */
export async function leaveWaitlistForm(form: FormData, api: ShopApi): Promise<Leaving> {
  const asked = askToLeave(String(form.get('token') ?? ''))
  if (asked.state === 'unknown') return asked
  try {
    await api.leaveWaitlist(asked.token)
    return { ...asked, state: 'done' }
  } catch (error) {
    const unknown = error instanceof ApiError && error.code === 'link_unknown'
    return { ...asked, state: unknown ? 'unknown' : 'failed' }
  }
}
