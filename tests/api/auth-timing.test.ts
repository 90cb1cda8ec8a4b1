import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#api/auth/password-hash.ts'
import { addPerson, openBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'

// Whoever measures learns nothing about which e-mails exist. The two kinds take turns, so that whatever else the machine
// does falls on both alike; then ranks are compared, which a few slow answers do not move.

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

/** Beyond this many standard deviations from "no difference" the two are told apart: one in 10,000 by chance. */
const NOTICEABLE = 3.9

/** How far the ranks of two samples are from those of one (Mann-Whitney), in standard deviations. */
function difference(first: readonly number[], second: readonly number[]): number {
  const wins = first.reduce(
    (sum, a) => sum + second.reduce((won, b) => won + (a > b ? 1 : a === b ? 0.5 : 0), 0),
    0,
  )
  const [n, m] = [first.length, second.length]
  return (wins - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function measure(rounds: number, known: () => Promise<unknown>, unknown: () => Promise<unknown>) {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    const takeKnown = async () => times.known.push(await timed(known))
    const takeUnknown = async () => times.unknown.push(await timed(unknown))
    // Who goes first takes turns, too.
    for (const take of round % 2 === 0 ? [takeKnown, takeUnknown] : [takeUnknown, takeKnown]) {
      await take()
      // Mail is written after the answer, and must not fall on the next one.
      await shop.settled()
    }
  }
  return times
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test('the comparison notices what there is to notice', async () => {
  const wait = (ms: number) => () => new Promise((resolve) => setTimeout(resolve, ms))
  const { known, unknown } = await measure(20, wait(6), wait(2))
  expect(Math.abs(difference(known, unknown))).toBeGreaterThan(NOTICEABLE)
})

/** Guesses at accounts of one kind, and at none. */
async function guesses(rounds: number, changes: Parameters<typeof addPerson>[1]) {
  const passwordHash = await hashPassword(shop.deps, PASSWORD)
  const emails = await Promise.all(
    Array.from({ length: rounds }, () => addPerson(shop, { passwordHash, ...changes })),
  )
  const browser = openBrowser(shop)
  const attempt = async (email: string) => {
    const answer = await browser.post('/auth/sign-in', { email, password: `${PASSWORD}?` })
    expect(answer.status).toBe(401)
  }
  let at = 0
  return measure(
    rounds,
    () => attempt(emails[at++]?.email ?? ''),
    () => attempt(`nobody-${crypto.randomUUID()}@example.com`),
  )
}

test('signing in takes as long for an unknown address as for a known one', { timeout: 120_000 }, async () => {
  const { known, unknown } = await guesses(14, {})
  expect(Math.abs(difference(known, unknown))).toBeLessThan(NOTICEABLE)
})

test.each([
  ['was only invited', { passwordHash: null }],
  ['was deactivated', { deactivatedAt: '2026-06-01T00:00:00.000Z' }],
])('whoever %s takes as long, too: no hash is left out', { timeout: 120_000 }, async (_, changes) => {
  const { known, unknown } = await guesses(5, changes)
  // Hashing is most of the time.
  expect(median(unknown)).toBeGreaterThan(median(known) / 2)
  expect(median(known)).toBeGreaterThan(median(unknown) / 2)
})

test('asking for a new password takes as long and says the same, known or not', {
  timeout: 120_000,
}, async () => {
  const emails = await Promise.all(Array.from({ length: 60 }, () => addPerson(shop)))
  const browser = openBrowser(shop)
  const bodies = new Set<string>()
  const ask = async (email: string) => {
    const { status, headers, body } = await browser.post('/auth/forgotten-password', { email })
    bodies.add(JSON.stringify([status, body, [...headers.keys()]]))
  }
  let at = 0
  const { known, unknown } = await measure(
    60,
    () => ask(emails[at++]?.email ?? ''),
    () => ask(`nobody-${crypto.randomUUID()}@example.com`),
  )
  expect(bodies.size).toBe(1)
  // A link is written for one and not for the other, in a transaction that writes anyway: within what one disk does,
  // and far below what differs on the way. On a slow machine everything takes its part longer.
  const usual = median(unknown)
  expect(Math.abs(median(known) - usual)).toBeLessThan(Math.max(3, usual / 4))
})
