import { afterAll, describe, expect, test } from 'vitest'
import { createPageScope } from '#api/platform/database/page-reads.ts'
import { SHOP_ORDER_SORTS } from '#domain/admin-lists.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type OpenedPage, openPage } from '#src/admin/server/open-page.tsx'
import { addPerson, openBrowser } from '#tests/support/browser.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { pageText } from '#tests/support/page-text.ts'
import { PASSWORD } from '#tests/support/password.ts'
import { orderChoice, shopOrder } from '#tests/support/rows.ts'
import { signIn } from '#tests/support/staff.ts'

// The server's answer to the first request of a page of the back office.

const ids = { order: '', shop: '', shopOrder: '', awaiting: '', entry: '', user: '' }

const fixture = await openFloristFixture()
const { shop } = fixture
const admin = await signIn(shop, { email: 'first@example.com' })
const cookie = await admin.cookie()
ids.user = admin.person.id
const florist = await fixture.florist({ name: 'First Petals' })
ids.shop = florist.id
ids.order = (await fixture.bought({ customerName: 'Ada Assigned', assignmentStatus: 'assigned' })).id
ids.awaiting = (await fixture.bought({ customerName: 'Wes Waiting' })).id
const given = shopOrder({ orderId: ids.order, shopId: florist.id })
ids.shopOrder = given.id
await shop.db.insert(shopOrders).values(given)
const entry = waitlistEntry({ email: 'hoping@example.com' })
ids.entry = entry.id
await shop.db.insert(waitlist).values(entry)
afterAll(() => fixture.shop.close())

type Visit = { path: string; headers?: Record<string, string> }

/** Opens a page as the Worker does. */
async function open({ path, headers = {} }: Visit) {
  const { shop } = fixture
  const { origin } = shop.deps.config
  const scope = createPageScope(shop.db)
  const called: string[] = []
  const before = shop.requests()
  const opened = await openPage(new Request(`${origin}${path}`, { headers }), {
    call: async (path, init) => {
      called.push(path)
      const request = new Request(`${origin}${path}`, init)
      request.headers.set('origin', origin)
      return shop.app.fetch(request, { page: scope })
    },
    now: shop.clock.at,
    countsViews: false,
  })
  return { opened, called, roundTrips: shop.requests() - before }
}

function pageOf(opened: OpenedPage) {
  if (opened.kind !== 'page') throw new Error(`Not a page: ${JSON.stringify(opened)}`)
  return opened
}

const SCREENS: readonly [path: () => string, shown: string][] = [
  [() => '/admin', 'Welcome back, first@example.com'],
  [() => '/admin', 'Open orders'],
  [() => '/admin', '1 waiting'],
  [() => '/admin/account', 'Signed-in browsers'],
  [() => '/admin/problems', 'Problems'],
  [() => '/admin/products', 'Extremely Bad'],
  [() => '/admin/products?q=nuclear', 'Nuclear Bad'],
  [() => '/admin/products/new', 'Create Product'],
  [() => '/admin/shops', 'First Petals'],
  [() => '/admin/shops/new', 'Create Shop'],
  [() => `/admin/shops/${ids.shop}`, 'First Petals'],
  [() => `/admin/shops/${ids.shop}/edit`, 'Save Changes'],
  [() => `/admin/shops/${ids.shop}/statement`, 'First Petals'],
  [() => '/admin/markets', 'San Francisco'],
  [() => '/admin/markets/new', 'Create Market'],
  [() => '/admin/markets/market-sf', 'San Francisco'],
  [() => '/admin/markets/market-sf/edit', 'Save Changes'],
  [() => '/admin/waitlist', 'hoping@example.com'],
  [() => '/admin/waitlist/demand', 'Where to open next'],
  [() => `/admin/waitlist/${ids.entry}`, 'hoping@example.com'],
  [() => '/admin/users', 'first@example.com'],
  [() => '/admin/users/new', 'Members can’t open the back office.'],
  [() => `/admin/users/${ids.user}`, 'This is you.'],
  [() => '/admin/orders', 'Ada Assigned'],
  [() => '/admin/orders?q=assigned', 'Ada Assigned'],
  [() => '/admin/orders?split=yes', 'Split percent'],
  [() => `/admin/orders/${ids.order}`, 'Ada Assigned'],
  [() => `/admin/orders/${ids.order}`, 'End buyer’s links'],
  [() => `/admin/orders/${ids.order}/edit`, 'Save'],
  [() => '/admin/shop-orders', 'First Petals'],
  [() => '/admin/shop-orders?show=pending', 'First Petals'],
  [() => `/admin/shop-orders/${ids.shopOrder}`, 'First Petals'],
  [() => '/admin/assign-orders', 'Wes Waiting'],
  [() => `/admin/assign-orders/select-shop/${ids.awaiting}`, 'First Petals'],
  [() => `/admin/assign-orders/confirm/${ids.awaiting}/${ids.shop}`, 'New York, NY 100'],
]

describe('the first load of', () => {
  test.each(SCREENS.map(([path, shown]) => [path.toString().replace('() => ', ''), path, shown] as const))(
    '%s has its data and takes two round trips to the database at most, two of them three',
    async (_, path, shown) => {
      const { opened, roundTrips } = await open({ path: path(), headers: { cookie } })
      const { html, first, status } = pageOf(opened)
      expect(pageText(html)).toContain(shown)
      expect(html).not.toContain('role="status" aria-busy')
      expect(html).not.toContain('skeleton')
      expect(status).toBe(200)
      // The sales of a shop’s market are asked for once its market is known, the shops for the first order once that is.
      const isThree = path().startsWith('/admin/shops/') || path() === '/admin/assign-orders'
      expect(roundTrips).toBeLessThanOrEqual(isThree ? 3 : 2)
      expect(first.session).toMatchObject({ user: { email: 'first@example.com' } })
      for (const { state } of first.queries.queries) expect(state.status).toBe('success')
    },
  )
})

test('an expired token costs at most one round trip more', async () => {
  const browser = openBrowser(fixture.shop)
  const { email } = await addPerson(fixture.shop)
  await browser.post('/auth/sign-in', { email, password: PASSWORD })
  const left = `__Host-refresh=${browser.jar.get('__Host-refresh')}`
  const { opened, roundTrips } = await open({ path: '/admin/orders', headers: { cookie: left } })
  const { html, setCookies } = pageOf(opened)
  expect(pageText(html)).toContain('Ada Assigned')
  expect(setCookies.join()).toContain('__Host-access=')
  expect(roundTrips).toBeLessThanOrEqual(3)
})

test('a market shows that its shops alone could not be read', async () => {
  await fixture.shop.client.execute('alter table shops rename to shops_away')
  const path = '/admin/markets/market-sf'
  const { opened } = await open({ path, headers: { cookie } }).finally(() =>
    fixture.shop.client.execute('alter table shops_away rename to shops'),
  )
  const { html, status } = pageOf(opened)
  expect(status).toBe(503)
  expect(pageText(html)).toContain('Shop information not loaded')
  expect(pageText(html)).toContain('94102')
  expect(fixture.shop.logged).toContainEqual(
    expect.objectContaining({ level: 'error', event: 'market_shops_not_read' }),
  )
})

test('a shop shows on which days it has more to make than it can', async () => {
  const closed = { '0': 0, '1': 0, '2': 0, '3': 0, '4': 0, '5': 0, '6': 0 }
  const small = await fixture.florist({ name: 'Small Stems', weekdayCapacity: closed })
  const what = await fixture.bought({ assignmentStatus: 'assigned' })
  await fixture.shop.db.insert(shopOrders).values(shopOrder({ orderId: what.id, shopId: small.id }))
  const { opened } = await open({ path: `/admin/shops/${small.id}`, headers: { cookie } })
  const shown = pageText(pageOf(opened).html)
  expect(shown).toContain('More is sold than can be made')
  expect(shown).toContain('Thu Jun 4: 1 order, and Small Stems is closed.')
})

test.each([
  ['ready', 'The flowers are ready: without an answer, nothing is cancelled.'],
  ['confirmed', 'Without an answer, the order is cancelled and refunded then'],
] as const)(
  'an order that is %s says what becomes of it when its buyer does not answer',
  async (status, says) => {
    const what = await fixture.bought({ assignmentStatus: 'assigned' })
    await fixture.shop.db
      .insert(shopOrders)
      .values(shopOrder({ orderId: what.id, shopId: ids.shop, status, statusUpdatedAt: what.promisedBy }))
    const [offeredAt, expiresAt] = ['2026-06-04T14:00:00.000Z', '2026-06-04T16:00:00.000Z']
    await fixture.shop.db
      .insert(orderChoices)
      .values(orderChoice({ orderId: what.id, reason: 'late', offeredAt, tokenHash: status, expiresAt }))
    const { opened } = await open({ path: `/admin/orders/${what.id}`, headers: { cookie } })
    expect(pageText(pageOf(opened).html)).toContain(says)
  },
)

test.each(SHOP_ORDER_SORTS.filter((sort) => sort !== 'assigned'))(
  'the list of shop orders offers both ways to sort it by %s',
  async (sort) => {
    const ways = ['', '&direction=desc'].map(async (direction) => {
      const path = `/admin/shop-orders?sort=${sort}${direction}`
      const { html } = pageOf((await open({ path, headers: { cookie } })).opened)
      return /Sort: <\/span><span[^>]*>([^<]+)/.exec(html)?.[1]
    })
    // A way that is not offered is shown as the first one.
    expect(new Set([...(await Promise.all(ways)), 'Newest first', undefined]).size).toBe(4)
  },
)

describe('an address that no screen has', () => {
  const paths = ['/admin/nothing', '/admin/orders/some-id/nothing', '/admin/%E0%A4%A']

  test.each(paths)('%s: an admin sees it inside the back office, and the answer is 404', async (path) => {
    const { html, status, title } = pageOf((await open({ path, headers: { cookie } })).opened)
    expect(status).toBe(404)
    expect(title).toBe('Oops! Page not found')
    expect(pageText(html)).toContain('404')
    expect(html).toContain('href="/"')
  })

  test.each(paths)('%s: anybody else gets the page of the shop that says so', async (path) => {
    const member = await signIn(fixture.shop, { role: 'member' })
    expect((await open({ path, headers: { cookie: await member.cookie() } })).opened).toEqual({
      kind: 'missing',
    })
    expect((await open({ path })).opened).toEqual({ kind: 'missing' })
    const headers = { cookie: '__Host-access=over' }
    expect((await open({ path, headers })).opened).toEqual({ kind: 'missing' })
  })
})

test('an unknown record is told as in the browser', async () => {
  const { opened } = await open({ path: '/admin/orders/nobody', headers: { cookie } })
  const { html } = pageOf(opened)
  expect(pageText(html)).toContain('Order not found')
})

describe('for somebody who may not look', () => {
  const path = '/admin/orders?status=pending'
  const toSignIn = { kind: 'redirect', to: '/login?from=%2Fadmin%2Forders%3Fstatus%3Dpending' }

  test('and is signed out, it leads to the sign-in; from another site, which sends no cookies, it asks again', async () => {
    expect((await open({ path })).opened).toEqual({ ...toSignIn, setCookies: [] })
    const headers = { 'sec-fetch-site': 'cross-site' }
    expect((await open({ path, headers })).opened).toEqual({ kind: 'ask-again' })
  })

  test('whose session has ended, it leads to the sign-in and takes the cookies back', async () => {
    const browser = openBrowser(fixture.shop)
    const { email } = await addPerson(fixture.shop)
    await browser.post('/auth/sign-in', { email, password: PASSWORD })
    const left = `__Host-refresh=${browser.jar.get('__Host-refresh')}`
    await browser.post('/auth/sign-out')
    const { opened } = await open({ path, headers: { cookie: left } })
    expect(opened).toMatchObject(toSignIn)
    expect('setCookies' in opened && opened.setCookies.join()).toContain('__Host-refresh=;')
  })

  test('and is a member, it has no data', async () => {
    const member = await signIn(fixture.shop, { role: 'member' })
    const { opened } = await open({ path: '/admin/products', headers: { cookie: await member.cookie() } })
    const { html, first } = pageOf(opened)
    expect(pageText(html)).toContain('Unauthorized')
    expect(first.queries.queries).toEqual([])
  })
})
