import type { Page } from '@playwright/test'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { bought } from '#tests/e2e/florist-orders.ts'
import { expect, own, test } from '#tests/e2e/shop.ts'
import { openFilters, signInAs } from '#tests/e2e/staff.ts'

// Lists as one likes them: rows of a page, columns, chosen rows; on a phone two lines a row, and filters behind one button.

const WIDE = { width: 1280, height: 720 }
const rowsOf = (page: Page) => page.locator('tbody tr')

/** Orders of one customer, and the path of the list that shows them. */
async function ordersOfOne(database: Parameters<typeof bought>[0], count: number) {
  const customerName = `Rowan ${own()}`
  for (let n = 0; n < count; n++) await bought(database, { customerName })
  return `/admin/orders?q=${encodeURIComponent(customerName)}`
}

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
