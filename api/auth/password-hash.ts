import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Deps } from '#api/deps.ts'
import type { HashingCost, HashingLane } from '#api/platform/hashing-queue.ts'
import { normalisePassword } from '#domain/sign-in.ts'

/** New hashes cost this much. The parameters are stored with each hash, so that they can be raised. */
const COST: HashingCost = { N: 2 ** 14, r: 8, p: 5 }
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
  const { cost = COST } = hashing
  const hash = await hashing.run(lane, 1, () => derive(password, salt, cost, KEY_BYTES))
  return format(cost, salt.toString('base64url'), hash.toString('base64url'))
}

/** A hash with the usual parameters that no password has: unknown people take as much work as known ones. */
export function dummyHash({ hashing: { cost = COST } }: Pick<Deps, 'hashing'>): string {
  return format(cost, 'A'.repeat(22), 'A'.repeat(43))
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
  const actual = await hashing.run(lane, work(cost) / work(hashing.cost ?? COST), () =>
    derive(password, Buffer.from(salt, 'base64url'), cost, expected.length).catch(() => null),
  )
  return actual !== null && timingSafeEqual(actual, expected)
}

const work = ({ N, r, p }: HashingCost) => N * r * p

const format = ({ N, r, p }: HashingCost, salt: string, hash: string) =>
  ['scrypt', N, r, p, salt, hash].join('$')

const scryptAsync = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

function derive(password: string, salt: Buffer, cost: HashingCost, length: number): Promise<Buffer> {
  return scryptAsync(normalisePassword(password), salt, length, { ...cost, maxmem: MAX_MEMORY })
}
