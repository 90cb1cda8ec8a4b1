import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recoveryCodes, sessions, users } from '#drizzle/schema/accounts.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { recoveryCode, session, user } from '#tests/support/account-rows.ts'
import { addPerson, openBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let admin: Awaited<ReturnType<typeof signIn>>

beforeEach(async () => {
  admin = await signIn(shop, { email: 'boss@example.com' })
})

type Row = { email: string; state: string }
const emails = (body: Record<string, unknown>) => (body['rows'] as Row[]).map(({ email }) => email)
const add = async (changes: Partial<typeof users.$inferSelect> = {}) => {
  const row = user(changes)
  await shop.db.insert(users).values(row)
  return row
}
const stored = async (id: string) => (await shop.db.select().from(users).where(eq(users.id, id)))[0]
const detail = async (id: string) => (await admin.get(`/admin/users/${id}`)).body

describe('the list', () => {
  test('lists people by email without secrets', async () => {
    await add({
      email: 'anna@example.com',
      role: 'admin',
      totpSecret: 'JBSWY3DPEHPK3PXP',
      totpEnabledAt: '2026-06-01T00:00:00.000Z',
      lastSignInAt: '2026-06-02T00:00:00.000Z',
    })
    await add({ email: 'zoe@example.com', passwordHash: null })
    await add({ email: 'Carl@example.com', deactivatedAt: '2026-06-01T00:00:00.000Z' })
    const { body } = await admin.get('/admin/users')
    expect(body).toMatchObject({
      rows: [
        {
          email: 'anna@example.com',
          role: 'admin',
          state: 'active',
          secondFactor: true,
          lastSignInAt: '2026-06-02T00:00:00.000Z',
        },
        {
          email: 'boss@example.com',
          role: 'admin',
          state: 'active',
          secondFactor: false,
          lastSignInAt: null,
        },
        { email: 'Carl@example.com', role: 'member', state: 'deactivated' },
        { email: 'zoe@example.com', role: 'member', state: 'invited' },
      ],
      info: { page: 1, pageSize: 10, total: 4, capped: false },
    })
    expect(JSON.stringify(body)).not.toMatch(/scrypt|JBSWY3DPEHPK3PXP|hash/i)
  })

  test('has ten on a page, and costs two round trips with the guard', async () => {
    for (let at = 10; at < 35; at++) await add({ email: `person${at}@example.com` })
    const before = shop.requests()
    const { body } = await admin.get('/admin/users?page=3')
    expect(shop.requests() - before).toBe(2)
    expect(emails(body)).toHaveLength(6)
    expect(body['info']).toEqual({ page: 3, pageSize: 10, total: 26, capped: false })
    // Beyond the last page there is the last one.
    expect((await admin.get('/admin/users?page=9')).body).toEqual(body)
  })

  test.each([
    ['ANNA', ['anna_lee@example.com']],
    ['_', ['anna_lee@example.com']],
    ['%', ['per%cent@example.com']],
    [' example.com ', ['anna_lee@example.com', 'boss@example.com', 'per%cent@example.com']],
    ["' or 1=1 --", []],
  ])('finds %j', async (q, found) => {
    await add({ email: 'anna_lee@example.com' })
    await add({ email: 'per%cent@example.com' })
    expect(emails((await admin.get(`/admin/users?q=${encodeURIComponent(q)}`)).body)).toEqual(found)
  })
})

describe('inviting', () => {
  const invite = (email: string, role = 'admin') => admin.post('/admin/users', { email, role })

  test('adds a person who cannot sign in yet, sends one mail and records who invited them', async () => {
    const answer = await invite('new@example.com')
    expect(answer.status).toBe(200)
    const id = String(answer.body['id'])
    expect(await detail(id)).toMatchObject({
      email: 'new@example.com',
      role: 'admin',
      state: 'invited',
      sessions: 0,
      version: 1,
      invitedUntil: '2026-06-11T14:30:00.000Z',
      changes: [
        { action: 'create', field: null, after: 'new@example.com (admin)', actorEmail: 'boss@example.com' },
      ],
    })
    await shop.settled()
    expect(await shop.messages('new@example.com')).toHaveLength(1)
  })

  test('inviting again sends a new mail and sets the new role', async () => {
    const id = String((await invite('new@example.com')).body['id'])
    // A link that is replaced before its mail went out is not sent any more.
    await shop.settled()
    shop.pass(60)
    expect((await invite('NEW@example.com', 'member')).body).toEqual({ id })
    expect(await detail(id)).toMatchObject({
      email: 'new@example.com',
      role: 'member',
      version: 2,
      invitedUntil: '2026-06-11T15:30:00.000Z',
      changes: [
        { field: 'invitation', after: 'sent again' },
        { field: 'role', before: 'admin', after: 'member' },
        { action: 'create' },
      ],
    })
    await shop.settled()
    expect(await shop.messages('new@example.com')).toHaveLength(2)
  })

  test.each([
    ['somebody who can sign in', {}, 'This person can already sign in.'],
    [
      'somebody who was deactivated',
      { deactivatedAt: '2026-06-01T00:00:00.000Z' },
      'This person was deactivated. Reactivate them instead.',
    ],
  ])('%s is refused at the field', async (_, changes, message) => {
    await add({ email: 'known@example.com', ...changes })
    const answer = await invite('Known@Example.com')
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { error: { code: 'user_exists', issues: [{ path: 'email', message }] } },
    ])
    expect(await shop.db.select().from(outbox)).toEqual([])
  })

  test('the same person by several admins at once: one person, one link that works', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite('new@example.com')))
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body['id'])).size).toBe(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect(await shop.db.select().from(users).where(eq(users.email, 'new@example.com'))).toHaveLength(1)
    const { rows } = await shop.client.execute(
      'select count(*) as open from invitations where used_at is null and revoked_at is null',
    )
    expect(rows[0]?.['open']).toBe(1)
  })

  test.each<[string, object, string]>([
    ['no email', { role: 'admin' }, 'email'],
    ['no address', { email: 'new@example', role: 'admin' }, 'email'],
    ['a header in the address', { email: 'a@example.com\nBcc: b@example.com', role: 'admin' }, 'email'],
    ['no role', { email: 'new@example.com' }, 'role'],
    ['a role that is none', { email: 'new@example.com', role: 'owner' }, 'role'],
  ])('%s is refused', async (_, body, path) => {
    const answer = await admin.post('/admin/users', body)
    expect([answer.status, answer.body]).toMatchObject([422, { error: { issues: [{ path }] } }])
  })
})

describe('a person', () => {
  test('answers 404 for an unknown person', async () => {
    for (const answer of [
      await admin.get('/admin/users/nobody'),
      await admin.put('/admin/users/nobody', { role: 'admin', version: 1 }),
      await admin.post('/admin/users/nobody/deactivate'),
      await admin.post('/admin/users/nobody/reactivate'),
    ]) {
      expect([answer.status, answer.body]).toMatchObject([404, { error: { code: 'user_not_found' } }])
    }
  })

  test('shows the number of sessions and no password, in two round trips', async () => {
    const person = await add()
    for (const changes of [{}, {}, { revokedAt: '2026-06-01T00:00:00.000Z' }]) {
      await shop.db
        .insert(sessions)
        .values(session({ userId: person.id, expiresAt: '2026-06-05T00:00:00.000Z', ...changes }))
    }
    const before = shop.requests()
    const body = await detail(person.id)
    expect(shop.requests() - before).toBe(2)
    expect(body).toMatchObject({ email: person.email, sessions: 2, invitedUntil: null, changes: [] })
    expect(JSON.stringify(body)).not.toMatch(/scrypt|refresh-hash|totpSecret/)
  })

  test('gets another role, which counts at once', async () => {
    const other = await signIn(shop, { role: 'member' })
    const answer = await admin.put(`/admin/users/${other.person.id}`, { role: 'admin', version: 1 })
    expect([answer.status, answer.body]).toEqual([200, { version: 2 }])
    expect((await other.get('/admin/users')).status).toBe(200)
    expect(await detail(other.person.id)).toMatchObject({
      changes: [{ field: 'role', before: 'member', after: 'admin', actorEmail: 'boss@example.com' }],
    })
    // Nothing to change, nothing changed.
    expect((await admin.put(`/admin/users/${other.person.id}`, { role: 'admin', version: 2 })).body).toEqual({
      version: 2,
    })
  })

  test('a change from an older version is refused with what was changed', async () => {
    const person = await add()
    await admin.put(`/admin/users/${person.id}`, { role: 'admin', version: 1 })
    const other = await signIn(shop, { email: 'late@example.com' })
    const late = await other.put(`/admin/users/${person.id}`, { role: 'admin', version: 1 })
    expect([late.status, late.body]).toMatchObject([
      409,
      {
        error: {
          code: 'edit_conflict',
          issues: [
            {
              path: 'role',
              message: expect.stringContaining('boss@example.com changed this to “admin” at 2026-06-04'),
            },
          ],
        },
      },
    ])
  })

  test('deactivated: out at once and everywhere; reactivated, in again by signing in', async () => {
    const other = await signIn(shop)
    expect((await admin.post(`/admin/users/${other.person.id}/deactivate`)).body).toEqual({ version: 2 })
    expect((await other.get('/admin/users')).status).toBe(401)
    expect(await detail(other.person.id)).toMatchObject({ state: 'deactivated', sessions: 0 })
    // A second click changes nothing more.
    expect((await admin.post(`/admin/users/${other.person.id}/deactivate`)).body).toEqual({ version: 2 })
    expect((await admin.post(`/admin/users/${other.person.id}/reactivate`)).body).toEqual({ version: 3 })
    expect((await other.get('/admin/users')).status).toBe(401)
    expect(await detail(other.person.id)).toMatchObject({
      state: 'active',
      changes: [
        { field: 'state', before: 'deactivated', after: 'reactivated' },
        { field: 'state', before: 'active', after: 'deactivated' },
      ],
    })
  })
})

describe('another person’s second factor', () => {
  const ON = { totpSecret: 'JBSWY3DPEHPK3PXP', totpEnabledAt: '2026-06-01T00:00:00.000Z' }
  const remove = (id: string) => admin.post(`/admin/users/${id}/remove-second-factor`)

  test('is removed: the password alone signs in, sessions end, and a notice is sent', async () => {
    const { id, email } = await addPerson(shop, ON)
    await shop.db.insert(recoveryCodes).values(recoveryCode({ userId: id }))
    await shop.db.insert(sessions).values(session({ userId: id, expiresAt: '2026-06-05T00:00:00.000Z' }))
    const answer = await remove(id)
    expect([answer.status, answer.body]).toEqual([200, { version: 1 }])
    expect(await detail(id)).toMatchObject({
      secondFactor: false,
      sessions: 0,
      changes: [{ field: 'second factor', before: 'on', after: 'removed', actorEmail: 'boss@example.com' }],
    })
    expect(await stored(id)).toMatchObject({ totpSecret: null, totpEnabledAt: null })
    expect(await shop.db.select().from(recoveryCodes)).toEqual([])
    const browser = openBrowser(shop)
    expect((await browser.post('/auth/sign-in', { email, password: PASSWORD })).body).toHaveProperty('user')
    const { body } = await browser.get('/auth/activity')
    expect(body['events']).toMatchObject([
      { kind: 'signed_in' },
      { kind: 'second_factor_removed', device: null },
    ])
    await shop.settled()
    expect((await shop.messages(email)).map(({ subject }) => subject)).toEqual([
      'An admin turned off your two-factor authentication',
    ])
    const fields = { area: 'security', userId: id, actorId: admin.person.id }
    expect(shop.logged).toContainEqual({ level: 'info', event: 'second_factor_removed', fields })
  })

  test('that is off is not removed, and nobody is told', async () => {
    const { id, email } = await addPerson(shop)
    await shop.db.insert(sessions).values(session({ userId: id, expiresAt: '2026-06-05T00:00:00.000Z' }))
    const answer = await remove(id)
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'second_factor_off' } }])
    expect(await detail(id)).toMatchObject({ sessions: 1, changes: [] })
    await shop.settled()
    expect(await shop.messages(email)).toEqual([])
  })

  test('is refused for one’s own', async () => {
    await shop.db.update(users).set(ON).where(eq(users.id, admin.person.id))
    const answer = await remove(admin.person.id)
    expect([answer.status, answer.body]).toMatchObject([409, { error: { code: 'own_second_factor' } }])
    expect(await stored(admin.person.id)).toMatchObject(ON)
  })

  test('of an unknown person is not found', async () => {
    expect((await remove('nobody')).body).toMatchObject({ error: { code: 'user_not_found' } })
  })
})

describe('the last active admin', () => {
  beforeEach(async () => {
    // None of these counts.
    await add({ role: 'admin', passwordHash: null })
    await add({ role: 'admin', deactivatedAt: '2026-06-01T00:00:00.000Z' })
    await add({ role: 'member' })
  })

  test('is neither deactivated nor demoted', async () => {
    const { id } = admin.person
    for (const refused of [
      await admin.post(`/admin/users/${id}/deactivate`),
      await admin.put(`/admin/users/${id}`, { role: 'member', version: 1 }),
    ]) {
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          error: {
            code: 'last_admin',
            message: 'This is the last active admin. Make someone else an admin first.',
          },
        },
      ])
    }
    expect(await stored(id)).toMatchObject({ role: 'admin', deactivatedAt: null, version: 1 })
    expect(await detail(id)).toMatchObject({ sessions: 1, changes: [] })
  })

  test('admins who were only invited, and deactivated ones, are demoted freely', async () => {
    const others = await shop.db.select().from(users).where(sql`role = 'admin' and id <> ${admin.person.id}`)
    expect(others).toHaveLength(2)
    for (const { id } of others) {
      expect((await admin.put(`/admin/users/${id}`, { role: 'member', version: 1 })).status).toBe(200)
    }
  })

  test.each(['deactivate', 'demote'])('two who %s each other at once: one of them stays', async (how) => {
    for (let round = 0; round < 5; round++) {
      const other = await signIn(shop)
      const [here] = await shop.db.select().from(users).where(eq(users.id, admin.person.id))
      const version = here?.version ?? 1
      const undo = (by: typeof admin, id: string, at: number) =>
        how === 'deactivate'
          ? by.post(`/admin/users/${id}/deactivate`)
          : by.put(`/admin/users/${id}`, { role: 'member', version: at })
      const statuses = await Promise.all([
        undo(admin, other.person.id, 1).then(({ status }) => status),
        undo(other, admin.person.id, version).then(({ status }) => status),
      ])
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      const { rows } = await shop.client.execute(
        `select count(*) as active from users where role = 'admin' and deactivated_at is null and password_hash is not null`,
      )
      expect(rows[0]?.['active']).toBe(1)
      if (statuses[1] === 200) admin = other
    }
  })
})
