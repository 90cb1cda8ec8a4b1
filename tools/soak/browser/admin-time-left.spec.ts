import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { orders } from '#drizzle/schema/orders.ts'
import { bought } from '#tests/e2e/florist-orders.ts'
import { expect, own, test } from '#tests/e2e/shop.ts'
import { openFilters, openInApp, signInAs } from '#tests/e2e/staff.ts'

// Orders at a glance: the time left to the promise, late ones first, and new orders without a reload.

const MINUTE = 60_000

for (const off of [0, 26, -13]) {
  test(`the list counts the time left down without asking again, on a device that is ${off} hours off`, async ({
    page,
    database,
  }) => {
    await signInAs(page)
    const now = Date.now()
    const inMs = (ms: number) => new Date(now + ms).toISOString()
    const customerName = `Glance ${own()}`
    const soon = await bought(database, { customerName, promisedBy: inMs(130.5 * MINUTE) })
    const late = await bought(database, { customerName, promisedBy: inMs(-24.5 * MINUTE) })
    const done = await bought(database, { customerName, promisedBy: inMs(-MINUTE), status: 'delivered' })
    await page.clock.install({ time: now + off * 60 * MINUTE })
    // No answer comes, neither now nor later: what time it is came with the page.
    await page.route('**/api/**', () => undefined)
    await page.goto(`/admin/orders?q=${encodeURIComponent(customerName)}`)
    const row = ({ orderReference }: { orderReference: string }) =>
      page.getByRole('row', { name: orderReference })
    await expect(row(soon)).toContainText('2 h 10 min left')
    await expect(row(late)).toContainText('late by 24 min')
    await expect(row(done)).not.toContainText(/left|late by/)
    await page.clock.runFor(MINUTE)
    await expect(row(soon)).toContainText('2 h 9 min left')
    await expect(row(late)).toContainText('late by 25 min')
  })
}

test('late orders come first when asked for, also after a reload', async ({ page, database }) => {
  await signInAs(page)
  const customerName = `Glance ${own()}`
  const late = await bought(database, {
    customerName,
    promisedBy: '2026-01-02T12:00:00.000Z',
    createdAt: '2026-01-01T12:00:00.000Z',
  })
  const later = await bought(database, { customerName, promisedBy: '2099-01-02T12:00:00.000Z' })
  const done = await bought(database, {
    customerName,
    promisedBy: '2026-01-01T12:00:00.000Z',
    status: 'delivered',
  })
  await page.goto(`/admin/orders?q=${encodeURIComponent(customerName)}`)
  const rows = page.getByRole('row').filter({ hasText: customerName })
  await expect(rows).toHaveCount(3)
  await openFilters(page)
  await page.getByRole('button', { name: /^Sort:/ }).click()
  await page.getByRole('menuitemradio', { name: 'Late first' }).click()
  const references = [late, later, done].map(({ orderReference }) => orderReference)
  const expectSorted = async () => {
    for (const [at, reference] of references.entries()) await expect(rows.nth(at)).toContainText(reference)
  }
  await expectSorted()
  await expect(page).toHaveURL(/sort=late/)
  await page.reload()
  await expectSorted()
})

for (const [screen, path] of [
  ['the list of orders', '/admin/orders'],
  ['the dashboard', '/admin'],
] as const) {
  test(`${screen} announces new orders quietly, and leads to them`, async ({ page, database }) => {
    await signInAs(page)
    const [known, first, second] = [await bought(database), await bought(database), await bought(database)]
    const recentOrder = (order: typeof first, minute: number) => ({
      id: order.id,
      reference: order.orderReference,
      paidAt: `2026-06-04T12:0${minute}:00.000Z`,
    })
    // Other tests buy meanwhile: what was paid last is this test's own, and everything else stays.
    let recentOrders = [recentOrder(known, 1)]
    const asked = /\/api\/admin\/(dashboard|orders\?.*)$/
    const answers = new Map<string, object>()
    await page.route(asked, async (route) => {
      const url = route.request().url()
      const answer = answers.get(url) ?? (await (await route.fetch()).json())
      answers.set(url, answer)
      await route.fulfill({ json: { ...answer, recentOrders } })
    })
    await page.clock.install()
    await openInApp(page, path)
    const announced = page.getByRole('status').filter({ hasText: /new order/ })
    const line = page.getByRole('link', { name: /new order/ })
    const focused =
      path === '/admin' ? page.getByRole('slider', { name: 'Day' }) : page.getByRole('searchbox')
    await expect(focused).toBeVisible()
    /** Lets the screen ask until what it was answered shows: the next question waits for the last answer. */
    const askUntil = (text: string) =>
      expect(async () => {
        await page.clock.runFor(21_000)
        await expect(announced).toHaveText(text, { timeout: 500 })
      }).toPass()
    const answered = page.waitForResponse(asked)
    await page.clock.runFor(21_000)
    await answered
    await expect(line).toHaveCount(0)

    await focused.focus()
    const stood = await focused.boundingBox()
    recentOrders = [recentOrder(first, 2), recentOrder(known, 1)]
    await askUntil('1 new order')
    await expect(line).toHaveText('1 new order')
    await expect(line).toHaveAttribute('href', `/admin/orders/${first.id}`)
    recentOrders = [recentOrder(second, 3), recentOrder(first, 2), recentOrder(known, 1)]
    await askUntil('2 new orders')
    await expect(focused).toBeFocused()
    expect(await focused.boundingBox()).toEqual(stood)
    await line.click()
    await expect(page).toHaveURL(/\/admin\/orders$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
    await expect(line).toHaveCount(0)

    // A page that is loaded anew has a first look again.
    recentOrders = [recentOrder(second, 3)]
    await openInApp(page, path)
    await expect(focused).toBeVisible()
    const answeredAgain = page.waitForResponse(asked)
    await page.clock.runFor(21_000)
    await answeredAgain
    await expect(line).toHaveCount(0)
    await page.unrouteAll({ behavior: 'wait' })
  })
}

test('a new order appears in the list without a reload', async ({ page, database }) => {
  await signInAs(page)
  await bought(database)
  await page.clock.install()
  await page.goto('/admin/orders')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const at = new Date().toISOString()
  const order = await bought(database, { createdAt: at, paidAt: at, isSample: false })
  const line = page.getByRole('link', { name: /new order/ })
  await page.clock.runFor(21_000)
  await expect(page.getByRole('row', { name: order.orderReference })).toBeVisible()
  await expect(line).toHaveText(/^\d+ new orders?$/)
  const db = drizzle(database, { casing: 'snake_case' })
  await db.delete(orders).where(eq(orders.id, order.id))
})
