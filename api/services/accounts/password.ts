import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

/** decisions.md, Accounts: the parameters are stored with the hash, so that they can grow. */
const COST = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32
const SALT_BYTES = 16
/** scrypt needs 128 * N * r bytes and a little more. */
const MAX_MEMORY = 64 * 1024 * 1024

/** @returns `scrypt$N$r$p$salt$hash`, salt and hash in base64url */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await derive(password, salt, COST, KEY_BYTES)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/** Whether a password is the one that was hashed; false also for a hash that cannot be read. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  if (kind !== 'scrypt' || !salt || !hash) return false
  const expected = Buffer.from(hash, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost, expected.length).catch(
    () => null,
  )
  return actual !== null && timingSafeEqual(actual, expected)
}

function derive(password: string, salt: Buffer, cost: typeof COST, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
