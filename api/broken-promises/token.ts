import type { Config } from '#api/deps.ts'
import { hmac, sha256 } from '#api/platform/hash.ts'

type Keys = Pick<Config, 'authKeys'>
type Token = { token: string; hash: string }

/**
 * The token of a choice's link, by each of our keys, the newest first. It is derived from the choice and a key, so that it
 * is stored nowhere but in the email.
 */
export async function choiceTokens({ authKeys }: Keys, choiceId: string): Promise<[Token, ...Token[]]> {
  const [first, ...more] = await Promise.all(
    authKeys.map(async ({ secret }) => {
      const token = await hmac(secret, `choice ${choiceId}`)
      return { token, hash: await sha256(token) }
    }),
  )
  if (!first) throw new Error('There is no key to derive it from')
  return [first, ...more]
}

/** The link of a choice that was offered; null of one that was not, or whose key was removed. */
export async function choiceLink(
  config: Keys & Pick<Config, 'origin'>,
  { id, tokenHash }: { id: string; tokenHash: string | null },
): Promise<string | null> {
  const tokens = await choiceTokens(config, id)
  const issued = tokens.find(({ hash }) => hash === tokenHash)
  return issued ? choiceAddress(config.origin, issued.token) : null
}

/** The address of the page on which a buyer chooses; it works without JavaScript, so the token is in the query. */
function choiceAddress(origin: string, token: string): string {
  return `${origin}/choice?token=${token}`
}
