import { expect, test } from 'vitest'
import { createPageScope } from '#api/platform/database/page-reads.ts'
import { type OpenedPage, openPage } from '#src/admin/server/open-page.tsx'
import { openBrowser } from '#tests/support/browser.ts'
import { addressOf, operationsBelow } from '#tests/support/open-api.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// The back office while the database does not answer: neither its API nor its pages say that all is well.

const shop = await shareTestShop()

async function readsOfTheBackOffice(): Promise<string[]> {
  const reads = (await operationsBelow(shop, '/api/admin')).filter(({ method }) => method === 'GET')
  return Promise.all(reads.map((read) => addressOf(shop, read)))
}

test('every read of the API answers 503, and its line of the log is a warning with the code and what was pending', async () => {
  const { get } = await signIn(shop)
  const paths = await readsOfTheBackOffice()
  expect(paths).toContain('/api/admin/orders')
  shop.setDatabaseFault({ kind: 'error' })
  for (const path of paths) {
    shop.logged.length = 0
    const { status, headers, body } = await get(path.replace('/api', ''))
    expect([path, status, body]).toEqual([path, 503, { error: expect.objectContaining({ code: 'unknown' }) }])
    expect(shop.logged.find(({ event }) => event === 'request')).toMatchObject({
      level: 'warn',
      fields: { requestId: headers.get('x-request-id'), status: 503, code: 'unknown', pending: 'database' },
    })
  }
})

const SCREENS = [
  '/admin',
  '/admin/orders',
  '/admin/shop-orders',
  '/admin/assign-orders',
  '/admin/products',
  '/admin/shops',
  '/admin/markets',
  '/admin/waitlist',
  '/admin/waitlist/demand',
  '/admin/users',
  '/admin/problems',
  '/admin/account',
]

/** Opens a page as the Worker does. @param before something to happen before the call of the API with that number */
async function open(path: string, cookie: string, before: (call: number) => void): Promise<OpenedPage> {
  const { origin } = shop.deps.config
  const scope = createPageScope(shop.db)
  let calls = 0
  return openPage(new Request(`${origin}${path}`, { headers: { cookie } }), {
    call: async (path, init) => {
      calls += 1
      before(calls)
      const request = new Request(`${origin}${path}`, init)
      request.headers.set('origin', origin)
      return shop.app.fetch(request, { page: scope })
    },
    now: shop.clock.at,
    countsViews: false,
  })
}

test.each([
  ['from the beginning', 1],
  ['once the session is known', 2],
])('every screen answers 503 whose database is away %s', async (_, from) => {
  const admin = await signIn(shop)
  const cookie = await admin.cookie()
  for (const path of SCREENS) {
    shop.setDatabaseFault(null)
    const opened = await open(path, cookie, (call) => {
      if (call >= from) shop.setDatabaseFault({ kind: 'error' })
    })
    expect([path, opened]).toEqual([path, expect.objectContaining({ kind: 'page', status: 503 })])
  }
})

test('a screen of a record that does not exist has an answer: 200, as before', async () => {
  const admin = await signIn(shop)
  const opened = await open('/admin/orders/none', await admin.cookie(), () => {})
  expect(opened).toMatchObject({ kind: 'page', status: 200 })
})

test('a refusal with a code of ours has it in its line of the log, and below 500 is no warning', async () => {
  const browser = openBrowser(shop)
  expect(
    (await browser.post('/auth/sign-in', { email: 'nobody@example.com', password: PASSWORD })).status,
  ).toBe(401)
  const line = shop.logged.find(({ event }) => event === 'request')
  expect(line).toMatchObject({ level: 'info', fields: { status: 401, code: 'wrong_credentials' } })
  expect(line?.fields).not.toHaveProperty('pending')
})

test('a failure that no service is to blame for was waiting for nothing', async () => {
  await shop.client.execute('alter table waitlist rename to lost')
  const person = { email: 'a@example.com', city: 'Oakland', state: 'CA', zipCode: '94601', story: '' }
  expect((await shop.post('/waitlist', person)).status).toBe(500)
  await shop.client.execute('alter table lost rename to waitlist')
  expect(shop.logged.find(({ event }) => event === 'request')).toMatchObject({
    level: 'warn',
    fields: { status: 500, code: 'unknown', pending: 'nothing' },
  })
})
