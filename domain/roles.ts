/** Who may do what: admins run the shop; a member can sign in and nothing more. */
export const ROLES = ['admin', 'member'] as const

export type Role = (typeof ROLES)[number]
