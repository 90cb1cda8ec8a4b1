import type { AuthKey, Config } from '#api/deps.ts'
import { hmac, sha256 } from './hash.ts'

type Keys = Pick<Config, 'authKeys'>
type Token = { token: string; hash: string }

/** Makes something with each of our keys, the newest first. */
export async function byEachKey<T>(
  { authKeys: [newest, ...older] }: Keys,
  make: (key: AuthKey) => T | Promise<T>,
): Promise<[T, ...T[]]> {
  return [await make(newest), ...(await Promise.all(older.map(make)))]
}

/** A token and the hash that is stored of it. */
export function withHash(token: string): Token {
  return { token, hash: sha256(token) }
}

/**
 * The token of a link, by each of our keys, the newest first. It is derived from what names the link and a key, so that it
 * is stored nowhere but in the email.
 */
export function derivedTokens(keys: Keys, link: string): Promise<[Token, ...Token[]]> {
  return byEachKey(keys, ({ secret }) => withHash(hmac(secret, link)))
}

const SHORT_BYTES = 16

/**
 * {@link derivedTokens} in 32 hexadecimal digits: an address that fits into a line, that no program ends early, and that logs
 * recognise as an id (`domain/redact.ts`).
 */
export function shortTokens(keys: Keys, link: string): Promise<[Token, ...Token[]]> {
  return byEachKey(keys, ({ secret }) => {
    const bytes = Buffer.from(hmac(secret, link), 'base64url')
    return withHash(bytes.toString('hex', 0, SHORT_BYTES))
  })
}
