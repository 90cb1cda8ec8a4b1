import { STAFF_KEY } from '#src/lib/admin/staff-mark.ts'

/**
 * Stands right behind the link to the back office, in the page itself: an admin's browser shows the link before the bar is
 * painted, so that nothing moves, and nobody else's asks for anything.
 */
export const STAFF_SCRIPT = `try{document.currentScript.previousElementSibling.hidden=localStorage.${STAFF_KEY}!=='admin'}catch{}`
