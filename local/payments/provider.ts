import { randomInt } from 'node:crypto'
import type { Store } from './store.ts'

/** The state and the clock that every rule of the stand-in works with. */
export interface Provider {
  store: Store
  now: () => Date
  /** Where a browser reaches this server, without a slash at the end. */
  url: () => string
}

/** The API call during which something happens; null when a person made it happen on a page, or time did. */
export interface Call {
  requestId: string
  idempotencyKey: string | null
}

/** Now, in whole seconds, as Stripe counts. */
export function seconds(provider: Provider): number {
  return Math.floor(provider.now().getTime() / 1000)
}

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** A fresh id: the provider's prefix of its kind, and random letters and digits. */
export function newId(prefix: string): string {
  const length = prefix === 'cs_test_' ? 58 : 24
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
