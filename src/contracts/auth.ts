import * as z from 'zod/mini'
import { ROLES } from '#src/domain/roles.ts'

/** Who is signed in, as scripts see it (§3 Session; decisions.md, Accounts: the tokens stay in cookies). */
export const sessionUser = z.object({
  id: z.string(),
  email: z.string(),
  app_metadata: z.object({ role: z.enum(ROLES) }),
  raw_app_metadata: z.object({ role: z.enum(ROLES) }),
})

/** `expiresAt`: when the access token has to be refreshed, ISO instant. */
export const sessionAnswer = z.object({ user: sessionUser, expiresAt: z.string() })

export type SessionUser = z.infer<typeof sessionUser>
export type SessionAnswer = z.infer<typeof sessionAnswer>
