import * as z from 'zod/mini'
import { email } from '#api/http/contact-schema.ts'
import { pageQuery, updateOf } from '#api/http/page-schema.ts'
import { ROLES } from '#domain/account.ts'

/** The state of an account: it can sign in, has an invitation to accept, or can do nothing. */
export type UserState = 'active' | 'invited' | 'deactivated'

export const userListQuery = z.object(pageQuery)

const role = z.enum(ROLES, { error: 'Role is required' })

/** Who to invite, and as what. Somebody who was invited already gets a new link; the old one ends. */
export const inviteUserRequest = z.strictObject({ email, role })

/** The form of a person: their role. */
const userForm = z.strictObject({ role })
export const updateUserRequest = updateOf(userForm)

export type InviteUserRequest = z.infer<typeof inviteUserRequest>
export type UpdateUserRequest = z.infer<typeof updateUserRequest>
