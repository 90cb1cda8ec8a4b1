import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import type { Deps } from '#api/deps.ts'
import type { HashingLane } from '#api/platform/hashing-queue.ts'

type Cost = { N: number; r: number; p: number }

/** Of new hashes. The parameters are stored with each hash, so that they can be raised. */
const COST: Cost = { N: 2 ** 14, r: 8, p: 5 }
const KEY_BYTES = 32
const SALT_BYTES = 16
/** scrypt needs 128 * N * r bytes and a little more. */
const MAX_MEMORY = 64 * 1024 * 1024

/**
 * Hashes a new password, when it is its turn.
 * @returns `scrypt$N$r$p$salt$hash`, salt and hash in base64url
 * @throws AppError `busy`
 */
export async function hashPassword(
  { hashing }: Pick<Deps, 'hashing'>,
  lane: HashingLane,
  password: string,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const hash = await hashing.run(lane, 1, () => derive(password, salt, COST, KEY_BYTES))
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Verifies a password, when it is its turn; false also for a hash that cannot be read.
 * @throws AppError `busy`
 */
export async function verifyPassword(
  { hashing }: Pick<Deps, 'hashing'>,
  lane: HashingLane,
  password: string,
  stored: string,
): Promise<boolean> {
  const [kind, N, r, p, salt, hash] = stored.split('$')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  if (kind !== 'scrypt' || !salt || !hash || !(work(cost) > 0)) return false
  const expected = Buffer.from(hash, 'base64url')
  const actual = await hashing.run(lane, work(cost) / work(COST), () =>
    derive(password, Buffer.from(salt, 'base64url'), cost, expected.length).catch(() => null),
  )
  return actual !== null && timingSafeEqual(actual, expected)
}

const work = ({ N, r, p }: Cost) => N * r * p

function derive(password: string, salt: Buffer, cost: Cost, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
