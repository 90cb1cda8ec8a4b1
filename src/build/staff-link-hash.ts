import { createHash } from 'node:crypto'
import { STAFF_SCRIPT } from '#src/layouts/staff-link.ts'

/** What a policy calls the script that shows admins the way to the back office. */
export const STAFF_LINK_HASH = `sha256-${createHash('sha256').update(STAFF_SCRIPT).digest('base64')}` as const
