import { randomBytes, scryptSync } from 'node:crypto'
import type { HashingQueue } from '#api/platform/hashing-queue.ts'

/** The password of everybody who is written into a test's database. */
export const PASSWORD = 'a kettle full of sorry'

/** A cost that no test waits for. */
export const COST = { N: 2, r: 8, p: 1 }

/** The hash of the password. */
export const PASSWORD_HASH = [
  'scrypt',
  COST.N,
  COST.r,
  COST.p,
  Buffer.from('salt').toString('base64url'),
  scryptSync(PASSWORD, 'salt', 32, COST).toString('base64url'),
].join('$')

/** Replaces the queue of hashes: no password takes any time, and none is right. */
export const noHashing: HashingQueue = { refuseWhenFull() {}, run: async <T>() => randomBytes(32) as T }
