/** Who may do what (§6): admins run the shop; a member can sign in and nothing more (decisions.md, Accounts). */
export const ROLES = ['admin', 'member'] as const

export type Role = (typeof ROLES)[number]
