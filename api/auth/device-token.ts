import { sha256 } from '#api/platform/hash.ts'
import { type Keys, readToken, signToken } from './signed-token.ts'

/** For how long a browser is known after somebody has signed in with it. */
export const DEVICE_TOKEN_SECONDS = 180 * 24 * 60 * 60

/**
 * Marks a browser in which a person has signed in. Wrong tries of strangers then do not slow this person down here:
 * their own browser is counted for itself.
 */
export async function signDeviceToken(keys: Keys, email: string, now: Date): Promise<string> {
  const subject = await sha256(email.toLowerCase())
  const claims = { jti: crypto.randomUUID() }
  const token = { audience: 'device', subject, claims, seconds: DEVICE_TOKEN_SECONDS } as const
  return (await signToken(keys, token, now)).token
}

/**
 * What counts the tries of signing in as `email`: the account, or the known browser of its owner.
 * @param device the browser's mark, if it has one
 */
export async function triesOf(
  keys: Keys,
  email: string,
  device: string | undefined,
  now: Date,
): Promise<string> {
  const account = await sha256(email.toLowerCase())
  const known = device ? await readToken(keys, 'device', device, now) : null
  const id = known?.claims.jti
  return known?.subject === account && id ? `sign-in-device:${id}` : `sign-in:${account}`
}
