import { Secret, TOTP } from 'otpauth'
import type { TestBrowser } from './browser.ts'
import { PASSWORD } from './password.ts'
import type { TestShop } from './shop.ts'

/** The code that an authenticator app shows at an instant. @param secret in base32 */
export function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
}

/**
 * Turns on the second factor of a signed-in browser's owner; a minute later its first code is used up.
 * @returns the secret, and ten recovery codes
 */
export async function turnOnFactor(
  shop: Pick<TestShop, 'clock' | 'pass'>,
  browser: Pick<TestBrowser, 'post'>,
): Promise<{ secret: string; codes: string[] }> {
  const { body } = await browser.post('/auth/second-factor/begin', { password: PASSWORD })
  const secret = String(body['secret'])
  const confirmed = await browser.post('/auth/second-factor/confirm', { code: codeAt(secret, shop.clock.at) })
  if (confirmed.status !== 200) throw new Error(JSON.stringify(confirmed.body))
  shop.pass(1)
  return { secret, codes: confirmed.body['recoveryCodes'] as string[] }
}
