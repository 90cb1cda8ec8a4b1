import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTHS = { cs_test_: 58, req_: 14, prod_: 14 } as const

export type Prefix =
  | 'cs_test_'
  | 'pi_'
  | 'ch_'
  | 're_'
  | 'du_'
  | 'evt_'
  | 'li_'
  | 'price_'
  | 'prod_'
  | 'txn_'
  | 'pm_'
  | 'req_'

/** A fresh id of the given kind: the provider's prefix and random letters and digits. */
export function newId(prefix: Prefix): string {
  const length = prefix in LENGTHS ? LENGTHS[prefix as keyof typeof LENGTHS] : 24
  return prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
