import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { REFUND_CONFIRMED_ABOVE_CENTS } from '#domain/refunds.ts'
import { invitations, sessions, users } from '#drizzle/schema/accounts.ts'
import { refunds } from '#drizzle/schema/checkout.ts'
import { codeAt, turnOnFactor } from '#tests/support/authenticator.ts'
import { addPerson, openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import { openOrderFixture } from '#tests/support/order-fixture.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Some calls ask a signed-in person once more who they are.

const shop = await shareTestShop()
let owner: typeof users.$inferSelect
let desktop: TestBrowser

beforeEach(async () => {
  owner = await addPerson(shop)
  desktop = await signedIn()
})

async function signedIn(): Promise<TestBrowser> {
  const browser = openBrowser(shop)
  const { status } = await browser.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
  expect(status).toBe(200)
  return browser
}
/** So long after the sign-in that it does not count any more. */
async function waitTillAsked() {
  shop.pass(10)
  expect((await desktop.post('/auth/refresh')).status).toBe(200)
}
const confirm = (request: object, browser = desktop) => browser.post('/auth/confirm', request)
const errorOf = ({ body }: Awaited<ReturnType<typeof confirm>>) => Object(body['error'])
const asked = (path: string) => ({ code: 'confirm_required', issues: [{ path }] })

type Deed = { send(): ReturnType<typeof confirm>; isUndone(): Promise<boolean> }

async function refundOf(cents: number): Promise<Deed> {
  const fixture = await openOrderFixture(shop)
  await shop.client.execute("update products set price_cents = 14000 where id = 'product-really-bad'")
  const order = await fixture.bought()
  const body = { key: crypto.randomUUID(), amountCents: cents, reason: 'Late' }
  return {
    send: () => desktop.post(`/admin/orders/${order.id}/refunds`, body),
    isUndone: async () => (await shop.db.$count(refunds)) === 0,
  }
}
const onPerson = (changes: Partial<typeof users.$inferSelect>, send: (id: string) => Deed['send']) => {
  return async (): Promise<Deed> => {
    const other = await addPerson(shop, changes)
    const row = async () => (await shop.db.select().from(users).where(eq(users.id, other.id)))[0]
    return {
      send: send(other.id),
      isUndone: async () => JSON.stringify(await row()) === JSON.stringify(other),
    }
  }
}
const isSignedIn = async (browser: TestBrowser) => (await browser.post('/auth/refresh')).status === 200

const DEEDS: Record<string, () => Promise<Deed>> = {
  'inviting somebody': async () => ({
    send: () => desktop.post('/admin/users', { email: 'new@example.com', role: 'member' }),
    isUndone: async () => (await shop.db.$count(invitations)) === 0,
  }),
  'making a member an admin': onPerson({ role: 'member' }, (id) => () => {
    return desktop.put(`/admin/users/${id}`, { role: 'admin', version: 1 })
  }),
  'reactivating somebody': onPerson({ deactivatedAt: '2026-06-01T00:00:00.000Z' }, (id) => () => {
    return desktop.post(`/admin/users/${id}/reactivate`)
  }),
  'deactivating somebody, which ends their sessions': onPerson({}, (id) => () => {
    return desktop.post(`/admin/users/${id}/deactivate`)
  }),
  'removing a second factor': onPerson(
    { totpSecret: 'JBSWY3DPEHPK3PXP', totpEnabledAt: '2026-06-01T00:00:00.000Z' },
    (id) => () => desktop.post(`/admin/users/${id}/remove-second-factor`),
  ),
  'a refund of more than $100': () => refundOf(REFUND_CONFIRMED_ABOVE_CENTS + 1),
  'ending all other sessions': async () => {
    const phone = await signedIn()
    return { send: () => desktop.delete('/auth/sessions'), isUndone: () => isSignedIn(phone) }
  },
  'ending one other session': async () => {
    const phone = await signedIn()
    const [id] = (phone.jar.get('__Host-refresh') ?? '').split('.')
    return { send: () => desktop.delete(`/auth/sessions/${id}`), isUndone: () => isSignedIn(phone) }
  },
}

describe.each(Object.entries(DEEDS))('%s', (_, prepare) => {
  test('asks ten minutes after the sign-in, does nothing meanwhile, and goes through once confirmed', async () => {
    const deed = await prepare()
    await waitTillAsked()
    const refused = await deed.send()
    expect([refused.status, errorOf(refused)]).toMatchObject([403, asked('password')])
    expect(await deed.isUndone()).toBe(true)
    expect((await confirm({ password: PASSWORD })).status).toBe(200)
    expect((await deed.send()).status).toBe(200)
    expect(await deed.isUndone()).toBe(false)
  })
})

test.each<[string, () => Promise<Deed>]>([
  ['a refund of $100', () => refundOf(REFUND_CONFIRMED_ABOVE_CENTS)],
  [
    'making an admin a member',
    onPerson({ role: 'admin' }, (id) => () => {
      return desktop.put(`/admin/users/${id}`, { role: 'member', version: 1 })
    }),
  ],
])('%s does not ask', async (_, prepare) => {
  const deed = await prepare()
  await waitTillAsked()
  expect((await deed.send()).status).toBe(200)
})

describe('confirming', () => {
  const invite = (browser = desktop) =>
    browser.post('/admin/users', { email: 'new@example.com', role: 'member' })

  test('holds for ten minutes, over a refresh', async () => {
    await waitTillAsked()
    await confirm({ password: PASSWORD })
    shop.pass(9.9)
    await desktop.post('/auth/refresh')
    expect((await invite()).status).toBe(200)
    shop.pass(0.1)
    expect(errorOf(await invite())).toMatchObject(asked('password'))
  })

  test('holds in the session where it was done, and ends with it', async () => {
    const phone = await signedIn()
    await waitTillAsked()
    await phone.post('/auth/refresh')
    await confirm({ password: PASSWORD })
    expect(errorOf(await invite(phone))).toMatchObject(asked('password'))
    await desktop.post('/auth/sign-out')
    expect((await invite()).status).toBe(401)
  })

  test('is asked for in a session from before it was kept', async () => {
    await shop.db.update(sessions).set({ confirmedAt: null })
    expect(errorOf(await invite())).toMatchObject(asked('password'))
  })

  test('with a wrong password is refused at its field, and nothing is confirmed', async () => {
    await waitTillAsked()
    const refused = await confirm({ password: 'not my password' })
    expect([refused.status, errorOf(refused)]).toMatchObject([
      422,
      { code: 'invalid', issues: [{ path: 'password', message: 'This is not your current password' }] },
    ])
    expect(errorOf(await invite())).toMatchObject(asked('password'))
  })

  test.each([{}, { password: '' }, { code: '123456' }])(
    'without the password is refused: %j',
    async (request) => {
      const refused = await confirm(request)
      expect([refused.status, errorOf(refused)]).toMatchObject([422, { issues: [{ path: 'password' }] }])
    },
  )

  test('slows down who guesses, also with the right password at last', async () => {
    for (let at = 0; at < 5; at++) {
      expect((await confirm({ password: `not my password ${at}` })).status).toBe(422)
    }
    const throttled = await confirm({ password: PASSWORD })
    expect(throttled.status).toBe(429)
    expect(Number(throttled.headers.get('retry-after'))).toBeGreaterThan(0)
    shop.pass(0.5)
    expect((await confirm({ password: PASSWORD })).status).toBe(200)
  })

  test('is limited a minute like signing in', async () => {
    shop.deps.config.limits.signIn = { max: 2, seconds: 60 }
    const statuses = []
    for (let at = 0; at < 3; at++) statuses.push((await confirm({ password: PASSWORD })).status)
    expect(statuses).toEqual([200, 200, 429])
  })

  test('needs a session, and this site', async () => {
    expect((await confirm({ password: PASSWORD }, openBrowser(shop))).status).toBe(401)
    const elsewhere = openBrowser(shop, { origin: 'https://evil.example' })
    for (const [name, value] of desktop.jar) elsewhere.jar.set(name, value)
    expect((await confirm({ password: PASSWORD }, elsewhere)).status).toBe(403)
  })

  test('a session that is no longer good confirms nothing', async () => {
    const admin = await signIn(shop, { confirmedAt: null })
    await shop.db.update(sessions).set({ revokedAt: '2026-06-04T14:30:00.000Z' })
    expect((await admin.post('/auth/confirm', { password: PASSWORD })).status).toBe(401)
  })

  describe('with a second factor', () => {
    let secret: string
    let codes: string[]
    beforeEach(async () => {
      ;({ secret, codes } = await turnOnFactor(shop, desktop))
      await waitTillAsked()
    })
    const code = () => codeAt(secret, shop.clock.at)

    test('takes a code of the app, and not the password', async () => {
      expect(errorOf(await invite())).toMatchObject(asked('code'))
      const refused = await confirm({ password: PASSWORD })
      expect([refused.status, errorOf(refused)]).toMatchObject([422, { issues: [{ path: 'code' }] }])
      expect((await confirm({ code: code() })).status).toBe(200)
      expect((await invite()).status).toBe(200)
    })

    test('takes a recovery code, once', async () => {
      expect((await confirm({ code: codes[0] })).status).toBe(200)
      expect((await confirm({ code: codes[0] })).status).toBe(422)
      expect((await desktop.get('/auth/second-factor')).body).toEqual({ on: true, recoveryCodesLeft: 9 })
    })

    test('takes a code once, also of two at once, and not one that signed in', async () => {
      const phone = openBrowser(shop)
      await phone.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
      expect((await phone.post('/auth/second-factor', { code: code() })).status).toBe(200)
      const used = await confirm({ code: code() })
      expect([used.status, errorOf(used)]).toMatchObject([422, { issues: [{ path: 'code' }] }])
      shop.pass(1)
      const both = await Promise.all([confirm({ code: code() }), confirm({ code: code() })])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
    })

    test('counts wrong codes together with those of signing in', async () => {
      for (let at = 0; at < 5; at++) expect((await confirm({ code: `00000${at}` })).status).toBe(422)
      expect((await confirm({ code: code() })).status).toBe(429)
      const phone = openBrowser(shop)
      await phone.post('/auth/sign-in', { email: owner.email, password: PASSWORD })
      expect((await phone.post('/auth/second-factor', { code: code() })).status).toBe(429)
    })

    test('a wrong recovery code makes no wrong code forgotten', async () => {
      for (let at = 0; at < 4; at++) await confirm({ code: `00000${at}` })
      expect((await confirm({ code: '7K3M-9QXZ-7K3M-9QXZ' })).status).toBe(422)
      expect((await confirm({ code: code() })).status).toBe(429)
    })
  })
})
