import type { Deps } from '#api/deps.ts'
import { answerOf, IDLE_SECONDS, LONGEST_SECONDS, type OpenedSession } from './open-session.ts'
import { noteRefusal } from './security-log.ts'
import { rotate } from './session-queries.ts'
import { readRefreshToken, signAccessToken, successorsOf } from './tokens.ts'

/** How long the token before the newest is still taken: answers get lost, and tabs ask at once. */
const GRACE_SECONDS = 30

/**
 * Goes on with a session (decisions.md, Accounts): gives an access token for a refresh token, and that one's successor.
 * One round trip. A token that was used up before ends the session for whoever has it.
 * @returns null when the token is good for nothing, and never will be
 */
export async function refresh(
  deps: Deps,
  token: string | undefined,
  device: string,
): Promise<OpenedSession | null> {
  const read = token ? await readRefreshToken(token) : null
  if (!token || !read) return null
  const { db, clock, config } = deps
  const now = clock.now()
  const { sessionId, hash } = read
  const successors = await successorsOf(config, sessionId, token)
  const { session, endedOf } = await rotate(db, {
    sessionId,
    hash,
    nextHash: successors[0]?.hash ?? '',
    now,
    graceSeconds: GRACE_SECONDS,
    idleSeconds: IDLE_SECONDS,
    longestSeconds: LONGEST_SECONDS,
  })
  if (endedOf !== null) noteRefusal(deps, 'refresh_token_reused', { userId: endedOf, sessionId, device })
  const next = successors.find((successor) => successor.hash === session?.refreshHash)
  if (!session || !next) return null
  const access = await signAccessToken(config, { sessionId, userId: session.userId }, now)
  return {
    accessToken: access.token,
    refreshToken: next.token,
    sessionEndsAt: session.expiresAt,
    device: undefined,
    answer: answerOf({ id: session.userId, email: session.email, role: session.role }, access.expiresAt),
  }
}
