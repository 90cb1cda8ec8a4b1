import type { hc } from 'hono/client'
import type { OwnAccountRoutes } from '#api/auth/account-routes.ts'
import type {
  ChangePasswordRequest,
  OwnSession,
  SecondFactorAnswer,
  SecondFactorBegun,
  SecurityEvent,
} from '#api/auth/account-schema.ts'
import type { AuthRoutes } from '#api/auth/routes.ts'
import type {
  CurrentSessionAnswer,
  LinkAnswer,
  PasswordByLinkRequest,
  SessionAnswer,
  SignInAnswer,
  SignInRequest,
} from '#api/auth/schema.ts'
import { read } from '#src/lib/api.ts'
import { client, type Fetch } from '#src/lib/client.ts'

/** The calls of the door and of one's own account. Each throws `ApiError` for a failure the API names. */
export interface AuthApi {
  /** `{ secondFactor: true }`: half way, `finishSignIn` is still to come. */
  signIn(request: SignInRequest): Promise<SignInAnswer>
  /** @param code of the app, or a recovery code */
  finishSignIn(code: string): Promise<SessionAnswer>
  signOut(): Promise<void>
  refresh(): Promise<SessionAnswer>
  /** Never fails for want of a session. `canRefresh`: nobody now, but `refresh` may find somebody. */
  session(): Promise<CurrentSessionAnswer>
  forgottenPassword(email: string): Promise<void>
  /** Whose link this is. @param token what stands behind `#token=` */
  link(token: string): Promise<LinkAnswer>
  resetPassword(request: PasswordByLinkRequest): Promise<void>
  acceptInvitation(request: PasswordByLinkRequest): Promise<SessionAnswer>
  changePassword(request: ChangePasswordRequest): Promise<void>
  sessions(): Promise<OwnSession[]>
  endSession(id: string): Promise<void>
  endOtherSessions(): Promise<void>
  /** What happened to one's account lately, newest first. */
  activity(): Promise<SecurityEvent[]>
  secondFactor(): Promise<SecondFactorAnswer>
  beginSecondFactor(password: string): Promise<SecondFactorBegun>
  /** @returns the recovery codes, which nobody can read again */
  confirmSecondFactor(code: string): Promise<string[]>
  endSecondFactor(password: string): Promise<void>
  renewRecoveryCodes(password: string): Promise<string[]>
}

/**
 * The typed client of /auth.
 * @param fetch how to reach the API
 */
export function createAuthApi(fetch: Fetch): AuthApi {
  const { auth } = client('/api', fetch) as ReturnType<typeof hc<AuthRoutes>>
  const own = (client('/api', fetch) as ReturnType<typeof hc<OwnAccountRoutes>>).auth
  const second = own['second-factor']
  return {
    signIn: async (json) => read(await auth['sign-in'].$post({ json })),
    finishSignIn: async (code) => read(await auth['second-factor'].$post({ json: { code } })),
    signOut: async () => nothing(await auth['sign-out'].$post()),
    refresh: async () => read(await auth.refresh.$post()),
    session: async () => read(await auth.session.$get()),
    forgottenPassword: async (email) => nothing(await auth['forgotten-password'].$post({ json: { email } })),
    link: async (token) => read(await auth.link.$post({ json: { token } })),
    resetPassword: async (json) => nothing(await auth['reset-password'].$post({ json })),
    acceptInvitation: async (json) => read(await auth['accept-invitation'].$post({ json })),
    changePassword: async (json) => nothing(await own.password.$post({ json })),
    sessions: async () => (await read(await own.sessions.$get())).sessions,
    endSession: async (id) => nothing(await own.sessions[':id'].$delete({ param: { id } })),
    endOtherSessions: async () => nothing(await own.sessions.$delete()),
    activity: async () => (await read(await own.activity.$get())).events,
    secondFactor: async () => read(await second.$get()),
    beginSecondFactor: async (password) => read(await second.begin.$post({ json: { password } })),
    confirmSecondFactor: async (code) => codes(await second.confirm.$post({ json: { code } })),
    endSecondFactor: async (password) => nothing(await second.off.$post({ json: { password } })),
    renewRecoveryCodes: async (password) =>
      codes(await second['recovery-codes'].$post({ json: { password } })),
  }
}

type Answered<T> = Parameters<typeof read<T>>[0]

async function nothing(response: Answered<{ success: true }>): Promise<void> {
  await read(response)
}

async function codes(response: Answered<{ recoveryCodes: string[] }>): Promise<string[]> {
  return (await read(response)).recoveryCodes
}
