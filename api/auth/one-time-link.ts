import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'
import type { LinkKind } from './link-queries.ts'

export const INVITATION_SECONDS = 7 * 24 * 60 * 60
export const PASSWORD_RESET_SECONDS = 60 * 60

const PAGES: Record<LinkKind, string> = {
  invitation: '/login/invitation',
  password_reset: '/login/reset',
}

/**
 * The secret of a one-time link, and what is kept of it. It can be told from the link's id by whoever has the key it was
 * made with, so that it stands nowhere until the mail is written.
 */
export async function linkTokens(
  { authKeys }: Pick<Config, 'authKeys'>,
  linkId: string,
): Promise<[{ token: string; hash: string }, ...{ token: string; hash: string }[]]> {
  const [first, ...more] = await Promise.all(
    authKeys.map(async ({ secret }) => {
      const token = await hmac(secret, `link ${linkId}`)
      return { token, hash: await sha256(token) }
    }),
  )
  if (!first) throw new Error('There is no key to sign with')
  return [first, ...more]
}

/** The address of a link. The secret stands behind the #: no server, log or statistic ever sees it. */
export function linkAddress(origin: string, kind: LinkKind, token: string): string {
  return `${origin}${PAGES[kind]}#token=${token}`
}
