import { Secret, TOTP } from 'otpauth'
import { SITE } from '#src/site.ts'

const SECRET_BYTES = 20
const PERIOD_SECONDS = 30
/** A clock that is half a minute off still gets in. */
const STEPS_EITHER_SIDE = 1

/** A secret for an authenticator app, in base 32. */
export function newTotpSecret(random: (length: number) => Uint8Array): string {
  return new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32
}

/** What the app reads from a picture: the secret, and whose it is. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * The time step whose code this is; one step either side of now is taken.
 * @returns null for a wrong code
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime()
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: STEPS_EITHER_SIDE })
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: SITE.brand, label, secret: Secret.fromBase32(secret), period: PERIOD_SECONDS })
}
