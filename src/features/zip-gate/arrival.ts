import { noticeText } from '#src/lib/notices.ts'
import { waitlistRequestOf } from '#src/lib/waitlist-request.ts'

/** How the visitor came: to change the ZIP, to join the waitlist, or sent here for a reason. Browser only. */
export function arrival() {
  const query = new URLSearchParams(location.search)
  return {
    // Whoever has just joined without JavaScript reads the thanks first.
    stay: query.get('change') === '1' || query.get('waitlist') === 'joined',
    waitlist: waitlistRequestOf(query),
    notice: noticeText(query.get('notice')),
  }
}

/** Where the gate leads; a reason goes along, because the gate may be gone before anyone has read it. */
export function homeAddress(): string {
  const notice = new URLSearchParams(location.search).get('notice')
  return noticeText(notice) ? `/home?notice=${notice}` : '/home'
}
