import { afterAll, expect, test, vi } from 'vitest'
import { hashPassword } from '#api/auth/password-hash.ts'
import { addPerson, openBrowser } from '#tests/support/browser.ts'
import { noHashing, PASSWORD } from '#tests/support/password.ts'
import { openTestShop } from '#tests/support/shop.ts'

// Whoever measures the time of an answer learns nothing about which emails exist. Clocks differ more by what else the
// machine does than by this, so what takes the time is counted instead: hashes and round trips to the database.

const shop = await openTestShop()
afterAll(() => shop.close())

/** The password hashes until a call is answered, with lane and weight (1: of today's cost), and the database's round trips with their statements. */
async function costOf(call: () => Promise<unknown>) {
  const { client, deps } = shop
  // Their work is left out: its time is what nobody should wait for here.
  const hashing = vi.spyOn(deps.hashing, 'run').mockImplementation(noHashing.run)
  const execute = vi.spyOn(client, 'execute')
  const batch = vi.spyOn(client, 'batch')
  try {
    await call()
    return {
      hashes: hashing.mock.calls.map(([lane, weight]) => [lane, weight]),
      executed: execute.mock.calls.length,
      batches: batch.mock.calls.map(([statements]) => statements.length),
    }
  } finally {
    for (const spy of [hashing, execute, batch]) spy.mockRestore()
    // Mail is written after the answer, and must not fall on the next one.
    await shop.settled()
  }
}

const nobody = () => `nobody-${crypto.randomUUID()}@example.com`

test.each([
  ['has an account', {}],
  ['was only invited', { passwordHash: null }],
  ['was deactivated', { deactivatedAt: '2026-06-01T00:00:00.000Z' }],
])('a wrong password costs as much for whoever %s as for nobody', async (_, changes) => {
  const passwordHash = await hashPassword(shop.deps, 'known', PASSWORD)
  const { email } = await addPerson(shop, { passwordHash, ...changes })
  const browser = openBrowser(shop)
  const attempt = (address: string) => async () => {
    const answer = await browser.post('/auth/sign-in', { email: address, password: `${PASSWORD}?` })
    expect(answer.status).toBe(401)
  }
  const known = await costOf(attempt(email))
  expect(known.hashes).toEqual([['unknown', 1]])
  expect(await costOf(attempt(nobody()))).toEqual(known)
})

test('asking for a new password costs as much and says the same, known or not', async () => {
  const { email } = await addPerson(shop)
  const browser = openBrowser(shop)
  const bodies = new Set<string>()
  const ask = (address: string) => async () => {
    const { status, headers, body } = await browser.post('/auth/forgotten-password', { email: address })
    bodies.add(JSON.stringify([status, body, [...headers.keys()]]))
  }
  const known = await costOf(ask(email))
  expect(known.executed + known.batches.length).toBeGreaterThan(0)
  expect(await costOf(ask(nobody()))).toEqual(known)
  expect(bodies.size).toBe(1)
})
