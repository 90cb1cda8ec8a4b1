import { eq } from 'drizzle-orm'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { sessions, users } from '#drizzle/schema/accounts.ts'
import { addressOf, dump, minimal, type Operation, operationsBelow } from '#tests/support/open-api.ts'
import { openTestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Every operation below /api/admin, as the OpenAPI document tells them: those of tomorrow, too. Whoever is not an admin
// reads nothing and changes nothing. Another test holds the document to the routes there are.

const shop = await openTestShop()
// Unknown addresses are as closed as known ones.
const operations = [
  ...(await operationsBelow(shop, '/api/admin/')),
  { method: 'GET', path: '/api/admin/anything', body: undefined },
  { method: 'POST', path: '/api/admin/anything', body: { type: 'object' } },
]
afterAll(() => shop.close())

type Headers = Record<string, string>

async function send(operation: Operation, headers: Headers) {
  const response = await shop.app.request(await addressOf(shop, operation), {
    method: operation.method,
    headers: { origin: shop.deps.config.origin, ...headers, 'content-type': 'application/json' },
    ...(operation.body && { body: JSON.stringify(minimal(operation.body)) }),
  })
  const text = await response.text()
  return { status: response.status, text, named: `${operation.method} ${operation.path}` }
}

/** Sends every operation and holds the answers to be refusals, and the database to be as it was. */
async function expectRefused(headers: Headers, status: number, code: string): Promise<void> {
  const before = await dump(shop)
  expect(Object.keys(before).length).toBeGreaterThan(20)
  for (const operation of operations) {
    const { text, named, ...answer } = await send(operation, headers)
    expect({ named, ...answer }).toEqual({ named, status })
    expect(JSON.parse(text), named).toEqual({
      error: { code, message: expect.any(String), issues: [], requestId: expect.any(String) },
    })
  }
  await shop.settled()
  expect(await dump(shop)).toEqual(before)
}

/** A token like ours in everything but what is named. */
async function forged(
  changes: {
    audience?: string
    issuer?: string
    keyId?: string
    secret?: string
    session?: string
    user?: string
    age?: number
  } = {},
): Promise<string> {
  const { deps, clock } = shop
  const [key] = deps.config.authKeys
  const admin = await signIn(shop)
  const issuedAt = Math.floor(clock.at.getTime() / 1000) - (changes.age ?? 0)
  return new SignJWT({ sid: changes.session ?? admin.session.id })
    .setProtectedHeader({ alg: 'HS256', kid: changes.keyId ?? key?.id ?? '' })
    .setIssuer(changes.issuer ?? deps.config.origin)
    .setAudience(changes.audience ?? 'back-office')
    .setSubject(changes.user ?? admin.person.id)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + 600)
    .sign(new TextEncoder().encode(changes.secret ?? key?.secret ?? ''))
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Another person's token, with the admin's name written into it. */
async function tampered(): Promise<string> {
  const [header, payload, signature] = (await forged()).split('.')
  const claims = JSON.parse(Buffer.from(payload ?? '', 'base64url').toString())
  const other = await signIn(shop)
  return [header, base64url({ ...claims, sub: other.person.id, sid: other.session.id }), signature].join('.')
}

async function unsigned(): Promise<string> {
  const [, payload] = (await forged()).split('.')
  return `${base64url({ alg: 'none', kid: 'test' })}.${payload}.`
}

/** The token of an admin whose row, or whose session's row, was changed after it was given out. */
async function afterwards(
  person: Partial<typeof users.$inferInsert>,
  session: Partial<typeof sessions.$inferInsert>,
): Promise<string> {
  const admin = await signIn(shop)
  if (Object.keys(person).length > 0) {
    await shop.db.update(users).set(person).where(eq(users.id, admin.person.id))
  }
  if (Object.keys(session).length > 0) {
    await shop.db.update(sessions).set(session).where(eq(sessions.id, admin.session.id))
  }
  return (await admin.cookie()).slice('__Host-access='.length)
}

const PAST = '2026-06-04T14:00:00.000Z'

describe('refused as not signed in', () => {
  test('no session', async () => {
    await expectRefused({}, 401, 'signed_out')
    expect((await shop.get('/admin/anything')).body).toMatchObject({ error: { message: 'Please sign in.' } })
  })

  test.each<[string, () => Promise<string>]>([
    ['expired', () => forged({ age: 601 })],
    ['tampered with', tampered],
    ['unsigned (alg: none)', unsigned],
    ['for another audience', () => forged({ audience: 'second-factor' })],
    ['of another issuer', () => forged({ issuer: 'https://evil.example' })],
    ['of an unknown key', () => forged({ keyId: 'other' })],
    ['of another secret', () => forged({ secret: 'another-secret-of-nobody-that-is-long-enough' })],
    ['of no session', () => forged({ session: crypto.randomUUID() })],
    ['of another person’s session', async () => forged({ session: (await signIn(shop)).session.id })],
    ['of a revoked session', () => afterwards({}, { revokedAt: PAST })],
    ['of a session that is over', () => afterwards({}, { expiresAt: PAST })],
    ['of a deactivated person', () => afterwards({ deactivatedAt: PAST }, {})],
    ['no token at all', async () => 'nonsense'],
  ])('a token %s', async (_, token) => {
    await expectRefused({ cookie: `__Host-access=${await token()}` }, 401, 'signed_out')
  })

  test('a good token anywhere but in its cookie', async () => {
    const token = await forged()
    await expectRefused({ authorization: `Bearer ${token}`, cookie: `access=${token}` }, 401, 'signed_out')
  })
})

test('a member is refused as somebody without permission', async () => {
  const member = await signIn(shop, { role: 'member' })
  await expectRefused({ cookie: await member.cookie() }, 403, 'forbidden')
  expect((await member.get('/admin/anything')).body).toMatchObject({
    error: { message: "You don't have permission to access this page." },
  })
})

test('an admin who became a member is refused at once', async () => {
  const token = await afterwards({ role: 'member' }, {})
  await expectRefused({ cookie: `__Host-access=${token}` }, 403, 'forbidden')
})

test('an admin’s own browser, sent by another site, changes nothing', async () => {
  const admin = await signIn(shop)
  const cookie = await admin.cookie()
  const before = await dump(shop)
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: `${shop.deps.config.origin}.evil.example` },
      { origin: 'null' },
      { origin: '' },
      { 'sec-fetch-site': 'same-site' },
    ] as Headers[]) {
      const { status, text, named } = await send(operation, { cookie, ...headers })
      expect([named, status]).toEqual([named, 403])
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'cross_site' } })
    }
  }
  expect(await dump(shop)).toEqual(before)
})

test('an admin may make the very same requests', async () => {
  for (const operation of operations) {
    const admin = await signIn(shop)
    const { status, named } = await send(operation, { cookie: await admin.cookie() })
    expect([401, 403], named).not.toContain(status)
  }
})

test('an admin without a second factor is refused where one is required, except at their own account', async () => {
  const admin = await signIn(shop)
  const cookie = await admin.cookie()
  shop.deps.config.requireSecondFactor = true
  await expectRefused({ cookie }, 403, 'second_factor_required')
  expect((await admin.get('/auth/second-factor')).status).toBe(200)
  const someone = eq(users.id, admin.person.id)
  await shop.db
    .update(users)
    .set({ totpSecret: 'A'.repeat(32), totpEnabledAt: '2026-06-04T14:30:00.000Z' })
    .where(someone)
  expect((await admin.get('/admin/products')).status).toBe(200)
  shop.deps.config.requireSecondFactor = false
})
