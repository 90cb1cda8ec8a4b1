import type { CurrentSession, Deps, KnownSession, SessionTokens } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import type { Condition, Statement } from '#api/platform/database/condition.ts'
import type { Role } from '#domain/account.ts'
import { deviceName } from '#domain/device.ts'
import { normaliseText } from '#domain/text.ts'
import { hasId } from './account-queries.ts'
import type { SessionAnswer } from './schema.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { logSecurityEvent, recordRefusal } from './security-log.ts'
import {
  activeSession,
  addSession,
  endSessionByToken,
  endSessions,
  IDLE_SECONDS,
  isRefusedSession,
  rotateRefreshToken,
  sessionsOf,
} from './session-queries.ts'
import {
  newRefreshToken,
  nextRefreshTokens,
  readAccessToken,
  readRefreshToken,
  signAccessToken,
  signDeviceToken,
} from './tokens.ts'

const USER_AGENT_MAX = 300

/** The parts of a request that concern the session of its browser. */
export type Browser = {
  /** Its network address. */
  address: string
  userAgent: string | undefined
  /** The device token of an earlier sign-in. */
  device: string | undefined
  /** The token of a session that this browser already has. */
  refreshToken: string | undefined
}

/** A signed-in browser's answer: tokens for its cookies, and the part that scripts may see. */
export type OpenedSession = SessionTokens & { answer: SessionAnswer }

/** Whose session an access token is for: its row is read, so that a revoked one is out at once. One database round trip. */
export async function findSession({ db, config, clock }: Deps, token: string): Promise<KnownSession> {
  const now = clock.now()
  const claims = await readAccessToken(config, token, now)
  const session =
    claims && (await activeSession(db, { id: claims.sessionId, userId: claims.userId }, now.toISOString()))
  return session && { session, expiresAt: claims.expiresAt }
}

type Person = { id: string; email: string; role: Role }

/**
 * Creates a session in one batch. The browser's former session ends.
 * @param options.condition on the `users` row
 * @param options.statements of the same batch
 * @throws AppError `options.refused` when `options.condition` does not hold, or the person cannot sign in any more
 */
export async function createAuthSession(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random' | 'log'>,
  person: Person,
  browser: Browser,
  options: { condition?: Condition | undefined; statements?: readonly Statement[]; refused?: ErrorCode } = {},
): Promise<OpenedSession> {
  const { db, clock, config, random } = deps
  const now = clock.now()
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const refresh = newRefreshToken(config, random, id)
  const former = browser.refreshToken ? await readRefreshToken(config, browser.refreshToken) : null
  const expiresAt = new Date(now.getTime() + IDLE_SECONDS * 1000).toISOString()
  const userAgent = browser.userAgent ? normaliseText(browser.userAgent).slice(0, USER_AGENT_MAX) : null
  const session = { id, userId: person.id, refreshHash: refresh.hash, expiresAt, userAgent, at }
  const event = { kind: 'signed_in', device: deviceName(userAgent), at } as const
  const statements = [
    ...addSession(db, session, options.condition),
    addSecurityEvent(db, event, hasId(person.id)),
    ...(former ? [endSessionByToken(db, former.hash, at)] : []),
    ...(options.statements ?? []),
  ] as const
  await db.batch(statements).catch((error: unknown) => {
    throw isRefusedSession(error) ? new AppError(options.refused ?? 'wrong_credentials') : error
  })
  logSecurityEvent(deps, 'signed_in', { userId: person.id })
  const access = await signAccessToken(config, { sessionId: id, userId: person.id }, now)
  return {
    accessToken: access.token,
    refreshToken: refresh.token,
    sessionEndsAt: expiresAt,
    device: await signDeviceToken(config, person.email, now),
    answer: sessionAnswerOf(person, access.expiresAt),
  }
}

/**
 * Exchanges a refresh token for an access token and the refresh token's successor, in one round trip. A token that was
 * used before ends the session, because it may have been stolen; one that we never handed out changes nothing.
 * @returns null when the token is not valid
 */
export async function refreshSession(
  deps: Deps,
  token: string | undefined,
  device: string,
): Promise<OpenedSession | null> {
  const { db, clock, config } = deps
  const read = token ? await readRefreshToken(config, token) : null
  if (!token || !read) return null
  const now = clock.now()
  const { sessionId, hash, signed } = read
  const successors = await nextRefreshTokens(config, sessionId, token)
  const rotation = { sessionId, hash, signed, nextHash: successors[0].hash, now }
  const { session, endedOf } = await rotateRefreshToken(db, rotation)
  if (endedOf !== null) recordRefusal(deps, 'refresh_token_reused', { userId: endedOf, sessionId, device })
  const next = successors.find((successor) => successor.hash === session?.refreshHash)
  if (!session || !next) return null
  const { userId, email, role } = session
  const access = await signAccessToken(config, { sessionId, userId }, now)
  return {
    accessToken: access.token,
    refreshToken: next.token,
    sessionEndsAt: session.expiresAt,
    device: undefined,
    answer: sessionAnswerOf({ id: userId, email, role }, access.expiresAt),
  }
}

/** The signed-in user, as scripts see it. @param expiresAt of the access token, ISO instant */
export function sessionAnswerOf({ id, email, role }: Person, expiresAt: string): SessionAnswer {
  return { user: { id, email, app_metadata: { role }, raw_app_metadata: { role } }, expiresAt }
}

/** Ends the session of a browser, found by either of its tokens; the access token may have expired. */
export async function signOut(
  { db, clock, config }: Deps,
  tokens: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  const claims = tokens.access ? await readAccessToken(config, tokens.access, now, { expired: true }) : null
  const refresh = tokens.refresh ? await readRefreshToken(config, tokens.refresh) : null
  if (refresh) await endSessionByToken(db, refresh.hash, at)
  if (claims) await endSessions(db, claims.userId, { only: claims.sessionId }, at)
}

/** A person's sessions, the one that asks among them. */
export async function ownSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, { id, userId }: CurrentSession) {
  const rows = await sessionsOf(db, userId, clock.now().toISOString())
  return rows.map((row) => ({
    id: row.id,
    device: deviceName(row.userAgent),
    current: row.id === id,
    createdAt: row.createdAt,
    lastSeenAt: row.lastSeenAt,
  }))
}

/**
 * Ends one of a person's own sessions.
 * @throws AppError `not_found` when they have no such session
 */
export async function endOwnSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId }: CurrentSession,
  only: string,
): Promise<void> {
  const ended = await endSessions(db, userId, { only }, clock.now().toISOString())
  if (ended.length === 0) throw new AppError('not_found', { message: 'This session has already ended.' })
}
