import type { SessionUser } from '#api/auth/schema.ts'
import { remember } from '#src/lib/browser-storage.ts'

/** In local storage: `admin` while an admin is signed in here. It opens nothing: it only shows a link (staff-link.ts). */
export const STAFF_KEY = 'staff'

/** Notes who is signed in in this browser, null: nobody. */
export function markStaff(user: SessionUser | null): void {
  remember('localStorage', STAFF_KEY, user?.app_metadata.role === 'admin' ? 'admin' : null)
}
