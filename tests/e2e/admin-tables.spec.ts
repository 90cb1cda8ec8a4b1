import type { Locator, Page } from '@playwright/test'
import { addLongRows, LONG_MONTH } from './long-rows.ts'
import { expect, GATE, test } from './shop.ts'
import { signInAs } from './staff.ts'

// How the tables of the back office look with the longest texts, from phones to wide screens.

type Long = Awaited<ReturnType<typeof addLongRows>>
let long: Long
test.beforeAll(async ({ database }) => {
  long = await addLongRows(database)
})
test.beforeEach(({ page }) => signInAs(page))

const loaded = async (page: Page): Promise<Locator> => {
  const table = page.getByRole('table').first()
  await expect(table.getByRole('cell').first()).toBeVisible()
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  return table
}

test(
  'a table that does not fit scrolls by itself, also by keyboard, and keeps its header',
  GATE,
  async ({ page }) => {
    await page.setViewportSize({ width: 768, height: 500 })
    await page.goto(`/admin/shops/${long.shopId}/statement?month=${LONG_MONTH}`)
    await loaded(page)
    const box = page.getByRole('region', { name: /, scrolls sideways$/ })
    const unpaid = page.getByRole('columnheader', { name: 'Unpaid' })
    await expect(unpaid).not.toBeInViewport()
    await box.focus()
    await expect(box).toBeFocused()
    await expect(box).toBeInViewport()
    for (let n = 0; n < 8; n++) await page.keyboard.press('ArrowRight')
    await expect(unpaid).toBeInViewport({ ratio: 1 })
    await box.evaluate((element) => element.scrollTo({ top: 200 }))
    await expect(unpaid).toBeInViewport({ ratio: 1 })

    await page.setViewportSize({ width: 1280, height: 500 })
    await expect(box).toHaveCount(0)
    await expect(unpaid).toBeInViewport({ ratio: 1 })
  },
)
