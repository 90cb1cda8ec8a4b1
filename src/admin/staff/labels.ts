import type { Role } from '#domain/account.ts'

export const ROLE_NAMES: Readonly<Record<Role, string>> = { admin: 'Admin', member: 'Member' }

/** Labels of a person's fields in their history. */
export const USER_LABELS = {
  email: 'Email',
  role: 'Role',
  state: 'Status',
  deactivated: 'Deactivated',
  deactivatedAt: 'Deactivated',
  invitation: 'Invitation',
  invited: 'Invited',
  password: 'Password',
  'second factor': 'Two-factor authentication',
}
