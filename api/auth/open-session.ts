import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Deps } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { deviceWords } from '#domain/device.ts'
import type { Role } from '#domain/roles.ts'
import { printable } from '#domain/text.ts'
import { forgetTries } from './attempt-queries.ts'
import type { SessionAnswer } from './schema.ts'
import { addSecurityEvent } from './security-event-queries.ts'
import { logSecurityEvent } from './security-log.ts'
import { addSession, endSessionOf, sessionExists, stampSignIn } from './session-queries.ts'
import { firstRefreshToken, readRefreshToken, signAccessToken, signDeviceToken } from './tokens.ts'

/** A session that nobody refreshes ends after this; one that somebody does, after {@link LONGEST_SECONDS}. */
export const IDLE_SECONDS = 7 * 24 * 60 * 60
export const LONGEST_SECONDS = 30 * 24 * 60 * 60

const USER_AGENT_MAX = 300

/** What a browser sends along. */
export type Browser = {
  /** Where it calls from. */
  address: string
  userAgent: string | undefined
  /** Its mark of an earlier sign-in. */
  device: string | undefined
  /** Of a session that it has already. */
  refreshToken: string | undefined
}

/** What a signed-in browser gets: tokens for its cookies, and what scripts may see. */
export type OpenedSession = {
  accessToken: string
  refreshToken: string
  /** ISO instant at which the session ends unless it is refreshed. */
  sessionEndsAt: string
  device: string | undefined
  answer: SessionAnswer
}

type Person = { id: string; email: string; role: Role }

/**
 * Opens a session in one batch. The browser's former one ends.
 * @param options.forget the tries that this makes good
 * @param options.onlyIf condition on the `users` row as it stands at this point of the batch
 * @param options.after statements after it, given the condition that it was opened
 * @throws AppError `options.refused` when `options.onlyIf` does not hold, or the person cannot sign in any more
 */
export async function openSession(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'random' | 'log'>,
  person: Person,
  browser: Browser,
  options: {
    forget: readonly string[]
    onlyIf?: SQL
    after?: (isOpen: SQL) => readonly BatchItem<'sqlite'>[]
    refused?: ErrorCode
  },
): Promise<OpenedSession> {
  const { db, clock, config, random } = deps
  const now = clock.now()
  const at = now.toISOString()
  const id = crypto.randomUUID()
  const refresh = await firstRefreshToken(random, id)
  const former = browser.refreshToken ? await readRefreshToken(browser.refreshToken) : null
  const expiresAt = new Date(now.getTime() + IDLE_SECONDS * 1000).toISOString()
  const userAgent = browser.userAgent ? printable(browser.userAgent).slice(0, USER_AGENT_MAX) : null
  const session = { id, userId: person.id, refreshHash: refresh.hash, expiresAt, userAgent, at }
  const isOpen = sessionExists(id)
  const device = deviceWords(userAgent)
  const [opened] = await db.batch([
    addSession(db, session, options.onlyIf),
    stampSignIn(db, person.id, id, at),
    addSecurityEvent(db, { kind: 'signed_in', device, at }, sql`id = ${person.id} and ${isOpen}`),
    forgetTries(db, options.forget, isOpen),
    ...(former ? [endSessionOf(db, former.hash, at, isOpen)] : []),
    ...(options.after?.(isOpen) ?? []),
  ])
  if (opened.length === 0) throw new AppError(options.refused ?? 'wrong_credentials')
  logSecurityEvent(deps, 'signed_in', { userId: person.id })
  const access = await signAccessToken(config, { sessionId: id, userId: person.id }, now)
  return {
    accessToken: access.token,
    refreshToken: refresh.token,
    sessionEndsAt: expiresAt,
    device: await signDeviceToken(config, person.email, now),
    answer: answerOf(person, access.expiresAt),
  }
}

/** Who is signed in, as scripts see it. @param expiresAt of the access token, ISO instant */
export function answerOf({ id, email, role }: Person, expiresAt: string): SessionAnswer {
  return { user: { id, email, app_metadata: { role }, raw_app_metadata: { role } }, expiresAt }
}
