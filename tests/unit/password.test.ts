import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '#api/services/accounts/password.ts'

test('a hash says how it was made and is another one each time', async () => {
  const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')])
  expect(first).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/)
  expect(first).not.toBe(second)
})

test('only the password that was hashed is right', async () => {
  const stored = await hashPassword('pässword of 12')
  expect(await verifyPassword('pässword of 12', stored)).toBe(true)
  // The same letters, composed another way.
  expect(await verifyPassword('pa\u0308ssword of 12', stored)).toBe(true)
  expect(await verifyPassword('Pässword of 12', stored)).toBe(false)
  expect(await verifyPassword('', stored)).toBe(false)
})

test.each(['', 'plain', 'scrypt$$$$$', 'bcrypt$1$2$3$c2FsdA$aGFzaA', 'scrypt$3$8$5$c2FsdA$aGFzaA'])(
  'what is stored as %j is never right',
  async (stored) => {
    expect(await verifyPassword('anything', stored)).toBe(false)
  },
)
