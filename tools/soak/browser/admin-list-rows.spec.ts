import type { Page } from '@playwright/test'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { bought } from '#tests/e2e/florist-orders.ts'
import { expect, own, test } from '#tests/e2e/shop.ts'
import { openFilters, signInAs } from '#tests/e2e/staff.ts'
import { addLongRows } from './long-rows.ts'

// Lists as one likes them: rows of a page, columns, chosen rows; on a phone two lines a row, and filters behind one button.

const WIDE = { width: 1280, height: 720 }
const rowsOf = (page: Page) => page.locator('tbody tr')

/** Orders of one customer, and the path of the list that shows them. */
async function ordersOfOne(database: Parameters<typeof bought>[0], count: number) {
  const customerName = `Rowan ${own()}`
  for (let n = 0; n < count; n++) await bought(database, { customerName })
  return `/admin/orders?q=${encodeURIComponent(customerName)}`
}

test('on a phone an order is two lines: reference and time left, name and status', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const customerName = `Rowan ${own()}`
  const order = await bought(database, { customerName, promisedBy: '2099-01-02T12:00:00.000Z' })
  await page.goto(`/admin/orders?q=${order.orderReference}`)
  const row = page.getByRole('row', { name: order.orderReference })
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const top = async (text: string | RegExp) => (await row.getByText(text).boundingBox())?.y ?? 0
    const middle = (await row.getByText(order.orderReference).boundingBox())?.height ?? 0
    expect(Math.abs((await top(order.orderReference)) - (await top(/ d left$/)))).toBeLessThan(middle)
    expect(Math.abs((await top(customerName)) - (await top('Confirmed')))).toBeLessThan(middle)
    expect(await top('Confirmed')).toBeGreaterThan((await top(order.orderReference)) + middle / 2)
    await expectFits(page, `orders, ${width} px`)
  }
  await expect(row.getByText(order.customerEmail)).toBeHidden()
  await expectClean(page, 'a list on a phone')
})

test('on a phone a long name is shown whole, in as many lines as it needs', async ({ page, database }) => {
  await signInAs(page)
  const customerName = `Rowan Featherstonehaugh-Cholmondeley of Woodstock ${own()}`
  const order = await bought(database, { customerName })
  await page.goto(`/admin/orders?q=${order.orderReference}`)
  const name = page.getByRole('row', { name: order.orderReference }).getByText(customerName)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await expect(name).toBeVisible()
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await expectFits(page, `a long name, ${width} px`)
  }
})

test('on a phone one button shows the filters, and says how many are on', async ({ page, database }) => {
  await signInAs(page)
  await bought(database)
  await page.goto('/admin/orders?status=confirmed&payment=paid')
  const filters = page.getByRole('button', { name: 'Filters (2)' })
  await expect(filters).toHaveAttribute('aria-expanded', 'false')
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeHidden()
  await openFilters(page)
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeVisible()
  await expectClean(page, 'open filters')
  await expectFits(page, 'open filters')
  await filters.click()
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeHidden()
  await page.setViewportSize(WIDE)
  await expect(filters).toBeHidden()
  await expect(page.getByRole('button', { name: 'Status: Confirmed' })).toBeVisible()
})

test('a page has 10, 25 or 50 rows; the address keeps it over a reload and Back', async ({
  page,
  database,
}) => {
  await signInAs(page)
  await page.goto(await ordersOfOne(database, 27))
  await expect(rowsOf(page)).toHaveCount(10)
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
  const rows = page.getByLabel('Rows per page')
  await rows.selectOption('25')
  await expect(page).toHaveURL(/size=25/)
  await expect(page).not.toHaveURL(/page=/)
  await expect(rowsOf(page)).toHaveCount(25)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(25)
  await expect(rows).toHaveValue('25')
  await rows.selectOption('50')
  await expect(rowsOf(page)).toHaveCount(27)
  // All are on one page, and the way back to fewer is still there.
  await expect(page.getByRole('link', { name: 'Next' })).toHaveCount(0)
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(25)
  await rows.selectOption('10')
  await expect(rowsOf(page)).toHaveCount(10)
  await expect(page).not.toHaveURL(/size=/)
})

test('hidden columns stay hidden on the next visit, from the first paint, in their list alone', async ({
  page,
  database,
}) => {
  await page.setViewportSize(WIDE)
  await signInAs(page)
  const path = await ordersOfOne(database, 1)
  await page.goto(path)
  const columns = page.getByRole('button', { name: /^Columns/ })
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true })
  await columns.click()
  await page.getByRole('menuitemcheckbox', { name: 'Payment' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(columns).toBeFocused()
  await expect(header('Payment')).toHaveCount(0)
  await expect(header('Created')).toHaveCount(0)
  await expect(header('Customer')).toBeVisible()
  await expectClean(page, 'hidden columns')

  const { request } = page
  const html = await (await request.get(path)).text()
  expect(html).not.toMatch(/<th[^>]*>Payment</)
  expect(html).toMatch(/<th[^>]*>Customer</)
  await page.goto(path)
  await expect(columns).toHaveAccessibleName('Columns, 2 hidden')
  await expect(header('Payment')).toHaveCount(0)
  await page.goto('/admin/shop-orders')
  await expect(columns).toHaveAccessibleName('Columns')

  await page.goto(path)
  await columns.click()
  await page.getByRole('menuitemcheckbox', { name: 'Payment' }).click()
  await expect(header('Payment')).toBeVisible()
  await expect(header('Created')).toHaveCount(0)
})

test('chosen rows are tinted, and no others', async ({ page, database }) => {
  await page.setViewportSize(WIDE)
  await signInAs(page)
  await page.goto(await ordersOfOne(database, 2))
  const ground = (at: number) =>
    rowsOf(page)
      .nth(at)
      .evaluate((row) => getComputedStyle(row).backgroundColor)
  const [before, other] = [await ground(0), await ground(1)]
  await rowsOf(page).nth(0).getByRole('checkbox').check()
  await page.mouse.move(0, 0)
  expect(await ground(0)).not.toBe(before)
  expect(await ground(1)).toBe(other)
})

test('a customer has at least 180 px at every width, and the table fits from 1280 px on', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const { mark } = await addLongRows(database)
  for (const list of ['orders', 'orders-split']) {
    await page.goto(`/admin/orders?q=${mark}${list === 'orders' ? '' : '&split=yes'}`)
    for (const width of [768, 1024, 1265, 1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      const box = await page.getByRole('columnheader', { name: 'Customer' }).boundingBox()
      expect(box?.width, `${list}, ${width} px`).toBeGreaterThanOrEqual(180)
      const scrolls = page.getByRole('region', { name: 'Orders, scrolls sideways' })
      if (list === 'orders' && width >= 1265) await expect(scrolls).toHaveCount(0)
    }
  }
})

test('the times of a list stand on two lines, whole', async ({ page, database }) => {
  await signInAs(page)
  const order = await bought(database, { promisedBy: '2025-01-22T23:45:00.000Z' })
  await page.goto(`/admin/orders?q=${order.orderReference}`)
  const row = page.getByRole('row', { name: order.orderReference })
  for (const width of [768, 1265, 1440]) {
    await page.setViewportSize({ width, height: 720 })
    const promised = row.locator('[data-label^=Promised] time')
    await expect(promised).toHaveText(/^Jan 22, 2025 at \d+:45 [AP]M/)
    for (const time of await row.locator('time').all()) {
      const { lines, cut } = await time.evaluate((element) => ({
        lines: new Set([...element.children].map((line) => line.getBoundingClientRect().top)).size,
        cut: [...element.children].some((line) => {
          const box = element.closest('[data-truncate]')?.getBoundingClientRect()
          return line.getBoundingClientRect().right > Number(box?.right) + 0.5
        }),
      }))
      expect(lines, `${width} px`).toBe(2)
      expect(cut, `${width} px`).toBe(false)
    }
  }
})

test('every screen uses the width above 1440 px by one rule', async ({ page, database }) => {
  await signInAs(page)
  const { id } = await bought(database)
  await page.setViewportSize({ width: 1920, height: 1080 })
  const rights = new Set<number>()
  for (const path of ['', '/orders', `/orders/${id}`, '/markets/market-sf', '/problems', '/account']) {
    await page.goto(`/admin${path}`)
    const box = await page.getByRole('main').boundingBox()
    rights.add(Math.round((box?.x ?? 0) + (box?.width ?? 0)))
  }
  expect([...rights]).toEqual([1904])
})
