import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { noHashing, PASSWORD_HASH } from '#tests/support/password.ts'

const deps = { hashing: createHashingQueue() }

test('a hash contains its parameters and is salted', async () => {
  const hash = () => hashPassword({ hashing: noHashing }, 'known', 'correct horse')
  const [first, second] = [await hash(), await hash()]
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(first.split('$')[4]).not.toBe(second.split('$')[4])
})

test('verifies the password that was hashed', async () => {
  const stored = await hashPassword(deps, 'known', 'pässword of 12')
  // The same letters, composed another way.
  expect(await verifyPassword(deps, 'known', 'pa\u0308ssword of 12', stored)).toBe(true)
})

test.each([
  ['a kettle full of sorry', true],
  ['A kettle full of sorry', false],
  ['', false],
])('%j is right for the hash of another cost: %s', async (password, isRight) => {
  expect(await verifyPassword(deps, 'known', password, PASSWORD_HASH)).toBe(isRight)
})

test.each(['', 'plain', 'scrypt$$$$$', 'bcrypt$1$2$3$c2FsdA$aGFzaA', 'scrypt$3$8$5$c2FsdA$aGFzaA'])(
  'what is stored as %j is never right',
  async (stored) => {
    expect(await verifyPassword(deps, 'known', 'anything', stored)).toBe(false)
  },
)
