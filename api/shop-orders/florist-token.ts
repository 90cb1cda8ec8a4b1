import { type Keys, readToken, signToken } from '#api/auth/tokens.ts'
import { sha256 } from '#api/platform/hash.ts'

type Link = { id: string; shopOrderId: string; createdAt: string; expiresAt: string }

/**
 * The token of a florist's link, by each of our keys, the newest first. It can be told from the link's row by whoever has
 * the key, so that it stands nowhere until the mail is written.
 */
export async function floristTokens(
  { authKeys, origin }: Keys,
  link: Link,
): Promise<[{ token: string; hash: string }, ...{ token: string; hash: string }[]]> {
  const from = new Date(link.createdAt)
  const seconds = Math.ceil((Date.parse(link.expiresAt) - from.getTime()) / 1000) + 1
  const [first, ...more] = await Promise.all(
    authKeys.map(async (key) => {
      const claims = { link: link.id }
      const what = { audience: 'florist', subject: link.shopOrderId, claims, seconds } as const
      const { token } = await signToken({ authKeys: [key], origin }, what, from)
      return { token, hash: await sha256(token) }
    }),
  )
  if (!first) throw new Error('There is no key to sign with')
  return [first, ...more]
}

/** @returns the hash of a token that is ours, unchanged and not expired; null for every other text */
export async function hashOfToken(keys: Keys, token: string, now: Date): Promise<string | null> {
  return (await readToken(keys, 'florist', token, now)) ? sha256(token) : null
}

/** The address of a florist's page. The token stands behind the #: no server, log or statistic ever sees it. */
export function floristAddress(origin: string, token: string): string {
  return `${origin}/florist#${token}`
}
