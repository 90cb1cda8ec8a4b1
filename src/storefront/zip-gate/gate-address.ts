import { noticeText } from '#src/lib/flow-address.ts'
import type { ZipAnswer } from '#src/lib/shop-api.ts'
import { waitlistRequestOf } from '#src/lib/waitlist-request.ts'

/** The reason why the visitor came: to change the ZIP, to join the waitlist, or sent here. Browser only. */
export function arrivalReason() {
  const query = new URLSearchParams(location.search)
  return {
    // Whoever has just joined without JavaScript reads the thanks first, and why nothing can be ordered.
    stay: query.get('change') === '1' || query.get('waitlist') === 'joined' || query.has('closed'),
    waitlist: waitlistRequestOf(query),
    notice: noticeText(query.get('notice')),
  }
}

/**
 * Where the gate leads: on, or back to itself with the reason why nothing can be ordered there now. The chosen bouquet
 * goes along, and a notice, because the gate may be gone before anyone has read it.
 * @param answer about a ZIP that is served
 */
export function nextAddress({ zip, availability }: ZipAnswer): string {
  const query: string[] = location.search.match(/\b(notice|optionId)=[^&]*/g) ?? []
  const closed = availability?.anyOpen === false
  if (closed) query.push(`closed=${zip}`)
  return (closed ? '/' : '/home') + (query[0] ? `?${query.join('&')}` : '')
}
