import { afterAll, describe, expect, test } from 'vitest'
import { marketListQuery } from '#api/markets/schema.ts'
import { orderFilter, orderListQuery } from '#api/orders/schema.ts'
import { createPageScope } from '#api/platform/database/page-reads.ts'
import { problemsQuery } from '#api/problems/schema.ts'
import { productListQuery } from '#api/products/schema.ts'
import { assignmentQuery } from '#api/shop-orders/assignment-schema.ts'
import { shopOrderQuery } from '#api/shop-orders/schema.ts'
import { shopListQuery, shopOrdersQuery } from '#api/shops/schema.ts'
import { userListQuery } from '#api/staff/schema.ts'
import { waitlistQuery } from '#api/waitlist/schema.ts'
import { waitlist } from '#drizzle/schema/messages.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { openPage } from '#src/admin/server/open-page.tsx'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { pageText } from '#tests/support/page-text.ts'
import { shopOrder } from '#tests/support/rows.ts'
import { signIn } from '#tests/support/staff.ts'

// An address that was saved or sent before a value had another name, or by a newer version of the shop, opens the list all the same.

const fixture = await openFloristFixture()
const { shop } = fixture
const cookie = await (await signIn(shop, { email: 'looking@example.com' })).cookie()
const florist = await fixture.florist({ name: 'Known Petals' })
const shopId = florist.id
const order = await fixture.bought({ customerName: 'Ada Known', assignmentStatus: 'assigned' })
await fixture.bought({ customerName: 'Wes Known' })
await shop.db.insert(shopOrders).values(shopOrder({ orderId: order.id, shopId }))
await shop.db.insert(waitlist).values(waitlistEntry({ email: 'known@example.com' }))
afterAll(() => fixture.shop.close())

const LISTS = [
  ['/admin/orders', orderListQuery],
  ['/admin/orders/count', orderFilter],
  ['/admin/shop-orders', shopOrderQuery],
  ['/admin/waitlist', waitlistQuery],
  ['/admin/products', productListQuery],
  ['/admin/shops', shopListQuery],
  ['/admin/shops/:id/orders', shopOrdersQuery],
  ['/admin/markets', marketListQuery],
  ['/admin/users', userListQuery],
  ['/admin/assignments', assignmentQuery],
  ['/admin/problems', problemsQuery],
] as const

const CASES = LISTS.flatMap(([path, { shape }]) =>
  [...Object.keys(shape).filter((name) => name !== 'q'), 'colour'].map((name) => [path, name] as const),
)

describe('the API', () => {
  test.each(CASES)('%s ignores an unknown %s, and says so', async (path, name) => {
    const at = path.replace(':id', shopId)
    const { body: usual } = await fixture.admin.get(at)
    const { status, body } = await fixture.admin.get(`${at}?${name}=no-such-value`)
    expect([status, body]).toEqual([200, { ...usual, ignored: [`${name}=no-such-value`] }])
  })

  test('keeps the values beside it', async () => {
    const { body } = await fixture.admin.get('/admin/orders?status=shipped&q=ada&assignment=assigned')
    expect(body).toMatchObject({ rows: [{ customerName: 'Ada Known' }], ignored: ['status=shipped'] })
  })

  test.each(['page=0', 'page=1.5', 'size=11', 'size=', 'direction=up'])('ignores ?%s', async (query) => {
    const { status, body } = await fixture.admin.get(`/admin/orders?${query}`)
    expect([status, body['ignored']]).toEqual([200, [query]])
  })

  test.each(['/admin/orders?page=2&size=25', '/admin/orders?sort=late', '/admin/waitlist?contacted=no'])(
    'says nothing about %s',
    async (path) => {
      expect((await fixture.admin.get(path)).body).not.toHaveProperty('ignored')
    },
  )

  // A file has no place for the word.
  test.each(['/admin/orders/csv?status=shipped', '/admin/waitlist/csv?contacted=maybe'])(
    'refuses %s',
    async (path) => {
      expect((await fixture.admin.get(path)).status).toBe(422)
    },
  )
})

const SCREENS = [
  ['/admin/orders', ['assignment', 'status', 'payment', 'sort', 'direction', 'split', 'size'], 'Ada Known'],
  ['/admin/shop-orders', ['show', 'sort', 'direction', 'size'], 'Known Petals'],
  ['/admin/waitlist', ['contacted', 'size'], 'known@example.com'],
  ['/admin/products', ['size'], 'Extremely Bad'],
  ['/admin/shops', ['size'], 'Known Petals'],
  ['/admin/markets', ['size'], 'San Francisco'],
  ['/admin/users', ['size'], 'looking@example.com'],
  ['/admin/problems', ['source'], 'Problems'],
  ['/admin/shops/:id/statement', ['month'], 'Known Petals'],
  ['/admin/shops/:id', [], 'Known Petals'],
  ['/admin/assign-orders', ['unpaid'], 'Wes Known'],
] as const

describe('the screen', () => {
  const open = async (path: string) => {
    const { shop } = fixture
    const { origin } = shop.deps.config
    const scope = createPageScope(shop.db)
    const opened = await openPage(new Request(`${origin}${path}`, { headers: { cookie } }), {
      call: async (path, init) => {
        const request = new Request(`${origin}${path}`, init)
        request.headers.set('origin', origin)
        return shop.app.fetch(request, { page: scope })
      },
      now: shop.clock.at,
      countsViews: false,
    })
    if (opened.kind !== 'page') throw new Error(`Not a page: ${JSON.stringify(opened)}`)
    return { text: pageText(opened.html), queries: opened.first.queries.queries }
  }

  test.each(
    SCREENS.flatMap(([path, names, shown]) =>
      [...names, 'page', 'colour'].map((name) => [path, name, shown] as const),
    ),
  )('%s opens with an unknown %s, and says that it ignores it', async (path, name, shown) => {
    const { text, queries } = await open(`${path.replace(':id', shopId)}?${name}=no-such-value&q=`)
    expect(text).toContain(shown)
    for (const { state } of queries) expect(state.status).toBe('success')
    // Its address is no list, and a page that is none is the first.
    if (path === '/admin/shops/:id' || name === 'page') return
    expect(text).toContain(`Ignored, because it is unknown here: ${name}=no-such-value`)
  })

  test.each([
    '/admin/orders',
    '/admin/orders?sort=late',
    '/admin/orders?status=pending&payment=paid&split=yes&size=25&page=1',
    '/admin/shop-orders?show=to-pay',
    '/admin/waitlist?contacted=no&size=10',
    '/admin/problems?source=server',
  ])('%s has nothing to say', async (path) => {
    expect((await open(path)).text).not.toContain('Ignored')
  })
})
