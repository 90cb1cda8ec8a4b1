import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { invitations, sessions, users } from '#drizzle/schema/accounts.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { addPerson, mailedLink, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()
let browser: TestBrowser

beforeEach(() => {
  browser = openBrowser(shop)
})

const NEW = 'a better kettle of sorry'
const forget = (email: string) => browser.post('/auth/forgotten-password', { email })
const reset = (token: string, password = NEW) => browser.post('/auth/reset-password', { token, password })
const signInAs = (email: string, password: string, from = openBrowser(shop)) =>
  from.post('/auth/sign-in', { email, password })
const HOUR = 60
const WEEK = 7 * 24 * HOUR

describe('a forgotten password', () => {
  test('a link sets a new password once, ends all sessions and sends a notice', async () => {
    const { email, id } = await addPerson(shop)
    const desktop = openBrowser(shop)
    await signInAs(email, PASSWORD, desktop)
    expect((await forget(email.toUpperCase())).body).toEqual({ success: true })
    const { page, token, message } = await mailedLink(shop, email)
    expect([page, message.to]).toEqual(['/login/reset', [email]])
    expect(message.html).toContain(`http://localhost:8787/login/reset#token=${token}`)
    expect((await browser.post('/auth/link', { token })).body).toEqual({
      kind: 'password_reset',
      email,
      expiresAt: '2026-06-04T15:30:00.000Z',
    })

    expect((await reset(token)).body).toEqual({ success: true })
    expect((await desktop.get('/auth/sessions')).status).toBe(401)
    expect((await signInAs(email, PASSWORD)).status).toBe(401)
    expect((await signInAs(email, NEW)).status).toBe(200)
    await shop.settled()
    expect((await shop.messages(email))[0]?.subject).toBe('Your password was changed')

    const again = await reset(token, 'yet another kettle')
    expect([again.status, again.body]).toMatchObject([410, { error: { code: 'link_over' } }])
    expect((await browser.post('/auth/link', { token })).status).toBe(410)
    const [row] = await shop.db.select().from(users).where(eq(users.id, id))
    expect(row?.passwordHash).toMatch(/^scrypt\$/)
  })

  test('two who use the link at once: one password holds', async () => {
    const { email } = await addPerson(shop)
    await forget(email)
    const { token } = await mailedLink(shop, email)
    const passwords = ['first kettle of sorry', 'second kettle of sorry', 'third kettle of sorry']
    const statuses = (await Promise.all(passwords.map((password) => reset(token, password)))).map(
      ({ status }) => status,
    )
    expect(statuses.toSorted()).toEqual([200, 410, 410])
    const works = await Promise.all(
      passwords.map(async (password) => (await signInAs(email, password)).status),
    )
    expect(works).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)))
  })

  test('the link ends after an hour, and with the next password', async () => {
    const { email } = await addPerson(shop)
    await forget(email)
    const first = await mailedLink(shop, email)
    shop.pass(HOUR - 1)
    await forget(email)
    const second = await mailedLink(shop, email)
    expect(second.token).not.toBe(first.token)
    shop.pass(1)
    expect((await reset(first.token)).status).toBe(410)
    expect((await reset(second.token)).status).toBe(200)

    await forget(email)
    const [third, fourth] = [
      await mailedLink(shop, email),
      (await forget(email)) && (await mailedLink(shop, email)),
    ]
    expect((await reset(fourth.token, 'one more kettle of it')).status).toBe(200)
    expect((await reset(third.token)).status).toBe(410)
  })

  test.each([
    ['nobody', 'nobody@example.com', null],
    ['somebody who was deactivated', 'gone@example.com', { deactivatedAt: '2026-06-01T00:00:00.000Z' }],
    ['somebody who was only invited', 'invited@example.com', { passwordHash: null }],
  ])('%s gets the same answer, and no mail', async (_, email, changes) => {
    if (changes) await addPerson(shop, { email, ...changes })
    const answer = await forget(email)
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    await shop.settled()
    expect(await shop.messages()).toEqual([])
    expect(await shop.db.select().from(invitations)).toEqual([])
    expect(await shop.db.select().from(outbox)).toEqual([])
  })

  test('known and unknown addresses take one round trip each', async () => {
    const { email } = await addPerson(shop)
    const asked: number[] = []
    for (const who of [email, 'nobody@example.com']) {
      const before = shop.requests()
      const { waitUntil } = shop.deps
      shop.deps.waitUntil = (work) => {
        asked.push(shop.requests() - before)
        waitUntil(work)
      }
      await forget(who)
      shop.deps.waitUntil = waitUntil
      await shop.settled()
    }
    // The second is the look into the outbox, which goes on after the answer.
    expect(asked).toEqual([asked[0], asked[0]])
    expect(asked[0]).toBeLessThanOrEqual(2)
  })

  test('three mails an hour, and not one more, with the same answer', async () => {
    const { email } = await addPerson(shop)
    for (let at = 0; at < 5; at++) {
      const answer = await forget(email)
      expect([answer.status, answer.body]).toEqual([200, { success: true }])
    }
    await shop.settled()
    expect(await shop.messages(email)).toHaveLength(3)
  })

  test('one address asks so often and no more', async () => {
    shop.deps.config.limits.signIn = { max: 2, seconds: 60 }
    browser = openBrowser(shop)
    const { email } = await addPerson(shop)
    await forget('one@example.com')
    await forget('two@example.com')
    const refused = await forget(email)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await shop.settled()
    expect(await shop.messages(email)).toEqual([])
  })

  test('neither database nor log ever hold the secret of a link', async () => {
    const { email } = await addPerson(shop)
    await forget(email)
    const { token } = await mailedLink(shop, email)
    const kept = JSON.stringify([
      await shop.db.select().from(invitations),
      await shop.db.select().from(outbox),
      shop.logged,
    ])
    expect(kept).not.toContain(token)
  })

  test('a link that expired before its mail was sent is not sent', async () => {
    const { email } = await addPerson(shop)
    const send = shop.deps.mail.send
    shop.deps.mail.send = async () => {
      throw new Error('down')
    }
    await forget(email)
    await shop.settled()
    shop.deps.mail.send = send
    shop.pass(HOUR + 1)
    await shop.scheduled()
    expect(await shop.messages(email)).toEqual([])
    expect(await shop.db.select().from(outbox)).toEqual([])
  })

  test('failed attempts of others do not delay a reset by mail', async () => {
    const { email } = await addPerson(shop)
    const stranger = openBrowser(shop)
    for (let at = 0; at < 6; at++) await signInAs(email, 'a stranger’s guess', stranger)
    await forget(email)
    await reset((await mailedLink(shop, email)).token)
    for (let at = 0; at < 6; at++) await signInAs(email, 'a stranger’s guess', stranger)
    expect((await signInAs(email, NEW, browser)).status).toBe(200)
  })

  test.each([
    ['too short', 'eleven char', 'Please use at least 12 characters'],
    ['too long', 'kettle '.repeat(30), 'Please keep this to 200 characters'],
    ['common', 'Password1234', 'This password is too easy to guess. Four or five random words work well.'],
    [
      'one’s own address',
      'Sam.Sorry.Long@example.com',
      'Please choose something other than your email address',
    ],
    [
      'common, in wide letters',
      'Ｐａｓｓｗｏｒｄ１２３４',
      'This password is too easy to guess. Four or five random words work well.',
    ],
    ['short, but for what nobody sees', `kettle${'\u200b'.repeat(6)}`, 'Please use at least 12 characters'],
  ])('a password that is %s is refused, and the link stays good', async (_, password, message) => {
    const email = 'sam.sorry.long@example.com'
    await addPerson(shop, { email })
    await forget(email)
    const { token } = await mailedLink(shop, email)
    const answer = await reset(token, password)
    expect([answer.status, answer.body]).toMatchObject([
      422,
      { error: { issues: [{ path: 'password', message }] } },
    ])
    expect((await reset(token)).status).toBe(200)
  })
})

describe('an invitation', () => {
  const EMAIL = 'new@example.com'
  const accept = (token: string, password = NEW) =>
    browser.post('/auth/accept-invitation', { token, password })

  async function invited(role = 'admin') {
    const admin = await signIn(shop)
    const { body } = await admin.post('/admin/users', { email: EMAIL, role })
    return { admin, id: String(body['id']), ...(await mailedLink(shop, EMAIL)) }
  }

  test('says what a member can do', async () => {
    const { message } = await invited('member')
    expect(message.text.replace(/\s+/g, ' ')).toContain(
      'As a member you can sign in. You can’t open the back office until you are made an admin.',
    )
  })

  test('comes by mail, and signs its owner in with a password of their own', async () => {
    const { admin, id, page, token, message } = await invited()
    expect(page).toBe('/login/invitation')
    expect(message.text).toContain(`${admin.person.email} invited you to Apologize Better`)
    expect((await signInAs(EMAIL, NEW)).status).toBe(401)
    expect((await browser.post('/auth/link', { token })).body).toMatchObject({
      kind: 'invitation',
      email: EMAIL,
    })

    shop.pass(1)
    const answer = await accept(token)
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { user: { email: EMAIL, app_metadata: { role: 'admin' } } },
    ])
    expect((await browser.get(`/admin/users/${id}`)).body).toMatchObject({
      state: 'active',
      invitedUntil: null,
      changes: [
        { field: 'state', before: 'invited', after: 'active', actorEmail: EMAIL },
        { field: null, actorEmail: admin.person.email },
      ],
    })
    expect((await signInAs(EMAIL, NEW)).status).toBe(200)
    expect((await accept(token, 'another kettle of it')).status).toBe(410)
  })

  test('ends after seven days', async () => {
    const { token } = await invited()
    shop.pass(WEEK - 1)
    expect((await browser.post('/auth/link', { token })).status).toBe(200)
    shop.pass(1)
    expect((await accept(token)).status).toBe(410)
  })

  test('ends with the next one', async () => {
    const { admin, token, id } = await invited()
    const again = await admin.post('/admin/users', { email: EMAIL.toUpperCase(), role: 'member' })
    expect([again.status, again.body]).toEqual([200, { id }])
    const second = await mailedLink(shop, EMAIL)
    expect((await accept(token)).status).toBe(410)
    expect((await accept(second.token)).body).toMatchObject({ user: { app_metadata: { role: 'member' } } })
    expect((await browser.get('/admin/users')).status).toBe(403)
  })

  test('ends with the deactivation of the person', async () => {
    const { admin, token, id } = await invited()
    await admin.post(`/admin/users/${id}/deactivate`)
    expect((await accept(token)).status).toBe(410)
    await admin.post(`/admin/users/${id}/reactivate`)
    expect((await accept(token)).status).toBe(410)
    expect(await shop.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })

  test('is no link for a new password, and the other way round', async () => {
    const { token } = await invited()
    expect((await reset(token)).status).toBe(404)
    const { email } = await addPerson(shop)
    await forget(email)
    expect((await accept((await mailedLink(shop, email)).token)).status).toBe(404)
  })

  test.each(['', 'x', 'a'.repeat(201), 'never-sent-to-anybody'])(
    'a made-up link (%#) is refused',
    async (token) => {
      expect([404, 422]).toContain((await accept(token)).status)
    },
  )

  test('markup in a name stays text in the mail', async () => {
    const admin = await signIn(shop, { email: "<b>'boss'</b>@example.com" })
    await admin.post('/admin/users', { email: EMAIL, role: 'admin' })
    const { message } = await mailedLink(shop, EMAIL)
    expect(message.html).not.toContain('<b>')
  })
})

describe('one’s own password', () => {
  const change = (from: TestBrowser, currentPassword: string, password = NEW) =>
    from.post('/auth/password', { currentPassword, password })

  test('the current password changes it, ends other sessions and sends a notice', async () => {
    const { email } = await addPerson(shop)
    const phone = openBrowser(shop)
    await signInAs(email, PASSWORD, phone)
    await signInAs(email, PASSWORD, browser)
    await forget(email)
    const { token } = await mailedLink(shop, email)
    expect((await change(browser, PASSWORD)).status).toBe(200)
    expect((await browser.get('/auth/sessions')).status).toBe(200)
    expect((await phone.get('/auth/sessions')).status).toBe(401)
    expect((await phone.post('/auth/refresh')).status).toBe(401)
    expect((await signInAs(email, PASSWORD)).status).toBe(401)
    expect((await signInAs(email, NEW)).status).toBe(200)
    expect((await reset(token)).status).toBe(410)
    await shop.settled()
    expect((await shop.messages(email)).map(({ subject }) => subject)).toContain('Your password was changed')
  })

  test('repeating a change whose answer was lost reports it as done and changes nothing', async () => {
    const { email } = await addPerson(shop)
    await signInAs(email, PASSWORD, browser)
    expect((await change(browser, PASSWORD)).status).toBe(200)
    const phone = openBrowser(shop)
    await signInAs(email, NEW, phone)
    expect((await change(browser, PASSWORD)).status).toBe(200)
    expect((await phone.get('/auth/sessions')).status).toBe(200)
    await shop.settled()
    const notices = (await shop.messages(email)).filter(
      ({ subject }) => subject === 'Your password was changed',
    )
    expect(notices).toHaveLength(1)
    expect((await change(browser, PASSWORD, 'another password of theirs')).status).toBe(422)
  })

  test('is not changed without the current one, and guessing is rate-limited', async () => {
    const { email } = await addPerson(shop)
    await signInAs(email, PASSWORD, browser)
    for (let at = 0; at < 5; at++) {
      const refused = await change(browser, 'not my password')
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { error: { issues: [{ path: 'currentPassword', message: 'This is not your current password' }] } },
      ])
    }
    expect((await change(browser, PASSWORD)).status).toBe(429)
    shop.pass(0.5)
    expect((await change(browser, PASSWORD)).status).toBe(200)
  })

  test('is not one’s own address', async () => {
    const email = 'somebody.long@example.com'
    await addPerson(shop, { email })
    await signInAs(email, PASSWORD, browser)
    expect((await change(browser, PASSWORD, email)).body).toMatchObject({
      error: {
        issues: [{ path: 'password', message: 'Please choose something other than your email address' }],
      },
    })
  })
})
