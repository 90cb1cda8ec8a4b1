import type { Deps } from '#api/deps.ts'
import { endSession, endSessionOf } from './session-queries.ts'
import { readAccessToken, readRefreshToken } from './tokens.ts'

/** Ends the session of a browser, known by either of its tokens; an access token need not hold any more. */
export async function signOut(
  { db, clock, config }: Deps,
  tokens: { access: string | undefined; refresh: string | undefined },
): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  const claims = tokens.access ? await readAccessToken(config, tokens.access, now, { expired: true }) : null
  const refresh = tokens.refresh ? await readRefreshToken(tokens.refresh) : null
  if (refresh) await endSessionOf(db, refresh.hash, at)
  if (claims) await endSession(db, claims, at)
}
