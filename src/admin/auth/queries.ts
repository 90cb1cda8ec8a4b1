import type { InferResponseType } from 'hono/client'
import type { AuthRoutes } from '#api/auth/routes.ts'
import type { PasswordByLinkRequest, SignInRequest } from '#api/auth/schema.ts'
import { API, apiClient, READ_MS } from '#src/admin/client/api.ts'
import { answerOf } from '#src/lib/api.ts'
import { timeLimit } from '#src/lib/time-limit.ts'

// Nobody is signed in yet: these calls renew no session.
const { auth } = apiClient<AuthRoutes>(API, {
  fetch: (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, { ...init, signal: timeLimit(init, READ_MS) }),
})

export type Link = InferResponseType<typeof auth.link.$post>

/** `{ secondFactor: true }`: the password was right, `finishSignIn` is still to come. */
export const signIn = (json: SignInRequest) => answerOf(auth['sign-in'].$post({ json }))

/** @param code of the app, or a recovery code */
export const finishSignIn = (code: string) => answerOf(auth['second-factor'].$post({ json: { code } }))

export const forgottenPassword = (email: string) =>
  answerOf(auth['forgotten-password'].$post({ json: { email } }))

/** Whose link this is. @param token what stands behind `#token=` */
export const readLink = (token: string) => answerOf(auth.link.$post({ json: { token } }))

export const resetPassword = (json: PasswordByLinkRequest) => answerOf(auth['reset-password'].$post({ json }))

export const acceptInvitation = (json: PasswordByLinkRequest) =>
  answerOf(auth['accept-invitation'].$post({ json }))
