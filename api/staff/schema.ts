import * as z from 'zod/mini'
import { email } from '#api/auth/schema.ts'
import { pageOf, pageQuery, version } from '#api/http/page-schema.ts'
import { changeRecord } from '#api/platform/audit/schema.ts'
import { ROLES } from '#domain/roles.ts'

/** What a person can do just now: sign in, accept their invitation, nothing. */
export const USER_STATES = ['active', 'invited', 'deactivated'] as const

const user = {
  id: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  state: z.enum(USER_STATES),
  secondFactor: z.boolean(),
  /** ISO instants. */
  lastSignInAt: z.nullable(z.string()),
  createdAt: z.string(),
}

export const userRow = z.object(user)
export const userListQuery = z.object(pageQuery)
export const usersPage = pageOf(userRow)

export const userDetail = z.object({
  ...user,
  updatedAt: z.string(),
  version: z.int(),
  /** In how many browsers they are signed in. */
  sessions: z.int(),
  /** Until when their invitation holds; null when none is open. */
  invitedUntil: z.nullable(z.string()),
  changes: z.array(changeRecord),
})

const role = z.enum(ROLES, { error: 'Role is required' })

/** Who to invite, and as what. Somebody who was invited already gets a new link; the old one ends. */
export const inviteUserRequest = z.strictObject({ email, role })

/** The form of a person: their role. */
export const userForm = z.strictObject({ role })
export const updateUserRequest = z.extend(userForm, { version })

export type UserListQuery = z.input<typeof userListQuery>
export type UserState = (typeof USER_STATES)[number]
export type UserRow = z.infer<typeof userRow>
export type UsersPage = z.infer<typeof usersPage>
export type UserDetail = z.infer<typeof userDetail>
export type InviteUserRequest = z.infer<typeof inviteUserRequest>
export type UserForm = z.infer<typeof userForm>
export type UpdateUserRequest = z.infer<typeof updateUserRequest>
