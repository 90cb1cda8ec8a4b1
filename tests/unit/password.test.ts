import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'

const deps = { hashing: createHashingQueue() }

test('a hash contains its parameters and is salted', async () => {
  const [first, second] = await Promise.all([
    hashPassword(deps, 'known', 'correct horse'),
    hashPassword(deps, 'known', 'correct horse'),
  ])
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(first).not.toBe(second)
})

test('verifies only the password that was hashed', async () => {
  const stored = await hashPassword(deps, 'known', 'pässword of 12')
  expect(await verifyPassword(deps, 'known', 'pässword of 12', stored)).toBe(true)
  // The same letters, composed another way.
  expect(await verifyPassword(deps, 'known', 'pa\u0308ssword of 12', stored)).toBe(true)
  expect(await verifyPassword(deps, 'known', 'Pässword of 12', stored)).toBe(false)
  expect(await verifyPassword(deps, 'known', '', stored)).toBe(false)
})

test.each(['', 'plain', 'scrypt$$$$$', 'bcrypt$1$2$3$c2FsdA$aGFzaA', 'scrypt$3$8$5$c2FsdA$aGFzaA'])(
  'what is stored as %j is never right',
  async (stored) => {
    expect(await verifyPassword(deps, 'known', 'anything', stored)).toBe(false)
  },
)
