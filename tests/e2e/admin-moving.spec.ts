import type { Page } from '@playwright/test'
import { expect, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// From screen to screen: fetched ahead, back where one was.

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('going back shows the filtered list at once, where it was', async ({ page }) => {
  await signInAs(page)
  for (let n = 0; n < 8; n++) await callApi(page, 'POST', '/admin/orders/sample')
  await page.goto('/admin/orders?assignment=unassigned')
  const row = page.getByRole('table').getByRole('row').last().getByRole('link').first()
  await row.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(100)
  await row.click()
  await expect(heading(page)).toContainText('ORD-')
  // What is there already needs no answer.
  await page.route('**/api/admin/orders?**', () => {})
  await page.goBack()
  await expect(heading(page)).toHaveText('Orders')
  await expect(page).toHaveURL(/assignment=unassigned/)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})
