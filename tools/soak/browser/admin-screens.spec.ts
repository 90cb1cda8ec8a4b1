import { expect, type Page } from '@playwright/test'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { intercept, someone, test } from '#tests/e2e/shop.ts'
import { callApi, openInApp, signInAs } from '#tests/e2e/staff.ts'

// Every screen of the back office, in every state it can be in, on a phone and on a desktop: nothing that axe finds,
// nothing that overflows, and the text of the state.

const PHONE = { width: 390, height: 844 }
const DESKTOP = { width: 1280, height: 800 }

type Screen = {
  name: string
  path: (page: Page) => Promise<string> | string
  /** The path below /api/admin that the screen asks, with a star for an id. None: nothing is asked. */
  asks?: string
  /** A list has an empty state. */
  empty?: string
  /** A wide window shows other parts of it. */
  differsByWidth?: boolean
}

const firstOf = (list: string, screen: (id: string) => string) => async (page: Page) => {
  const { body } = await callApi(page, 'GET', list)
  const [row] = body['rows'] as { id: string }[]
  return screen(row?.id ?? 'none')
}
const waiting = async (page: Page) => {
  const email = someone()
  const entry = { email, city: 'Boston', state: 'MA', zipCode: '02108', story: 'I forgot, twice.' }
  expect((await callApi(page, 'POST', '/waitlist', entry)).status).toBe(200)
  const { body } = await callApi(page, 'GET', `/admin/waitlist?q=${email}`)
  const [row] = body['rows'] as { id: string }[]
  return `/admin/waitlist/${row?.id}`
}
const sample = (screen: (id: string) => string) => async (page: Page) => screen((await sampled(page)).orderId)

/** A sample order, and the florist who gets it. */
const sampled = async (page: Page) => {
  const { body } = await callApi(page, 'POST', '/admin/orders/sample')
  const { body: shops } = await callApi(page, 'GET', '/admin/shops?q=Battery')
  const [shop] = shops['rows'] as { id: string }[]
  return { orderId: String(body['id']), shopId: shop?.id ?? 'none' }
}
const assigned = async (page: Page) => {
  const { orderId, shopId } = await sampled(page)
  const { body: choices } = await callApi(page, 'GET', `/admin/assignments/${orderId}`)
  const { totalCents } = choices['order'] as { totalCents: number }
  const { body } = await callApi(page, 'POST', '/admin/assignments', {
    orderId,
    shopId,
    totalCents,
    shopCostCents: totalCents,
    platformFeeCents: 0,
    specialInstructions: 'White ribbon, please.',
  })
  return `/admin/shop-orders/${body['shopOrderId']}`
}

const SCREENS: Screen[] = [
  { name: 'dashboard', path: () => '/admin', asks: 'dashboard' },
  { name: 'products', path: () => '/admin/products', asks: 'products', empty: 'No Products Found' },
  { name: 'product', path: () => '/admin/products/product-really-bad', asks: 'products/*' },
  { name: 'product, edit', path: () => '/admin/products/product-really-bad/edit', asks: 'products/*' },
  { name: 'product, new', path: () => '/admin/products/new' },
  { name: 'shops', path: () => '/admin/shops', asks: 'shops', empty: 'No shops found' },
  { name: 'shop', path: firstOf('/admin/shops', (id) => `/admin/shops/${id}`), asks: 'shops/*' },
  {
    name: 'statement',
    path: firstOf('/admin/shops', (id) => `/admin/shops/${id}/statement`),
    asks: 'shops/*/statement',
  },
  { name: 'shop, edit', path: firstOf('/admin/shops', (id) => `/admin/shops/${id}/edit`), asks: 'shops/*' },
  { name: 'shop, new', path: () => '/admin/shops/new' },
  { name: 'markets', path: () => '/admin/markets', asks: 'markets', empty: 'No markets found' },
  { name: 'market', path: () => '/admin/markets/market-sf', asks: 'markets/*' },
  { name: 'market, edit', path: () => '/admin/markets/market-sf/edit', asks: 'markets/*' },
  { name: 'market, new', path: () => '/admin/markets/new' },
  { name: 'waitlist', path: () => '/admin/waitlist', asks: 'waitlist', empty: 'No waitlist entries found' },
  { name: 'waitlist entry', path: waiting, asks: 'waitlist/*' },
  { name: 'demand', path: () => '/admin/waitlist/demand', asks: 'waitlist/demand' },
  { name: 'orders', path: () => '/admin/orders?split=yes', asks: 'orders', empty: 'No orders found' },
  { name: 'order', path: sample((id) => `/admin/orders/${id}`), asks: 'orders/*' },
  { name: 'order, edit', path: sample((id) => `/admin/orders/${id}/edit`), asks: 'orders/*' },
  { name: 'users', path: () => '/admin/users', asks: 'users', empty: 'No users found' },
  { name: 'user', path: firstOf('/admin/users', (id) => `/admin/users/${id}`), asks: 'users/*' },
  { name: 'user, new', path: () => '/admin/users/new' },
  { name: 'account', path: () => '/admin/account' },
  {
    name: 'assign',
    path: () => '/admin/assign-orders',
    asks: 'assignments',
    empty: 'No Orders Awaiting Assignment',
    differsByWidth: true,
  },
  {
    name: 'assign, select',
    path: async (page) => `/admin/assign-orders/select-shop/${(await sampled(page)).orderId}`,
    asks: 'assignments/*',
    differsByWidth: true,
  },
  {
    name: 'assign, confirm',
    path: async (page) => {
      const { orderId, shopId } = await sampled(page)
      return `/admin/assign-orders/confirm/${orderId}/${shopId}`
    },
    asks: 'assignments/*',
  },
  {
    name: 'shop orders',
    path: () => '/admin/shop-orders',
    asks: 'shop-orders',
    empty: 'No shop orders found',
  },
  { name: 'today’s sheets', path: () => '/admin/shop-orders/print', asks: 'shop-orders/print' },
  { name: 'shop order', path: assigned, asks: 'shop-orders/*' },
  { name: 'nothing', path: () => '/admin/nothing-here' },
]

test.use({ refusals: true })

/** Goes through the states of one screen. */
async function visit(page: Page, { name, path, asks, empty, differsByWidth }: Screen): Promise<void> {
  await page.setViewportSize(PHONE)
  const address = await path(page)
  const settled = () => expect(page.locator('[aria-busy=true], .skeleton')).toHaveCount(0)
  // Mostly the frame alone differs by width, and is the same in every state: then only the full screen is looked at in both.
  const look = async (state: string, part = 'main') => {
    for (const size of differsByWidth ? [DESKTOP, PHONE] : [PHONE]) {
      await page.setViewportSize(size)
      await expectFits(page, `${name}, ${state}, ${size.width} px`)
      await expectClean(page, `${name}, ${state}, ${size.width} px`, part)
    }
  }
  const full = async () => {
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await settled()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await look('full', 'html')
    await page.setViewportSize(DESKTOP)
    await expectFits(page, `${name}, full, on a desktop`)
  }
  if (!asks) {
    await page.goto(address)
    return full()
  }

  // One visit goes through the states one after the other: what is asked for is held, refused, empty, and then there.
  const asked = new RegExp(`^/api/admin/${asks.replace('*', '[^/]+')}$`)
  const pattern = (url: URL) => asked.test(url.pathname)
  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  const error = { code: 'unknown', message: 'Failed to load', issues: [], requestId: 'of-this-test' }
  const letThrough = await intercept(page, pattern, async (route) => {
    await held
    await route.fulfill({ status: 500, json: { error } })
  })
  await openInApp(page, address)
  await expect(page.locator('main .skeleton').first()).toBeVisible()
  await look('loading')
  refuse()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await look('failed')
  letThrough()

  if (empty) {
    const info = { page: 1, pageSize: 10, total: 0, capped: false }
    const noLongerEmpty = await intercept(page, pattern, (route) =>
      // The desk also asks what was taken from its list.
      route.fulfill({ json: { rows: [], info, taken: [] } }),
    )
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByText(empty)).toBeVisible()
    await look('empty')
    noLongerEmpty()
    await page.reload()
  } else {
    await page.getByRole('button', { name: 'Try Again' }).first().click()
  }
  await full()
}

/** One browser visits a few screens, one after the other: opening it costs as much as a screen. */
const AT_ONCE = 3
for (let first = 0; first < SCREENS.length; first += AT_ONCE) {
  const some = SCREENS.slice(first, first + AT_ONCE)
  test(`${some.map(({ name }) => name).join('; ')}: full, loading, failed, empty`, async ({ page }) => {
    await signInAs(page)
    for (const screen of some) await test.step(screen.name, () => visit(page, screen))
  })
}
