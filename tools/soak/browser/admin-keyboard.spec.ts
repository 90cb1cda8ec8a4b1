import type { Page } from '@playwright/test'
import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { bought, florist } from '#tests/e2e/florist-orders.ts'
import { DESKTOP, expect, own, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// Shortcuts and the command palette of the back office.

test.use(DESKTOP)

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1, exact: true })

test('letters lead to screens, to the search box and through the rows', async ({ page, database }) => {
  await signInAs(page)
  const customerName = `Kay ${own()}`
  const older = await bought(database, { customerName, createdAt: '2026-06-04T10:00:00.000Z' })
  const newer = await bought(database, { customerName, createdAt: '2026-06-04T11:00:00.000Z' })
  await page.goto('/admin')
  await expect(page.getByText('Welcome back')).toBeVisible()
  for (const [key, name] of [
    ['p', 'Products'],
    ['m', 'Markets'],
    ['f', 'Shops'],
    ['s', 'Shop Orders'],
    ['o', 'Orders'],
  ] as const) {
    // In one go: a second between the two letters is too long.
    await page.keyboard.type(`g${key}`)
    await expect(heading(page, name)).toBeVisible()
  }
  await page.keyboard.press('/')
  const box = page.getByRole('searchbox', { name: 'Search orders' })
  await expect(box).toBeFocused()
  // In a field the letters are letters.
  await page.keyboard.type(customerName)
  await expect(page.getByText('2 orders', { exact: true })).toBeVisible()
  await expect(box).toHaveValue(customerName)

  await box.blur()
  const link = (reference: string) => page.getByRole('row').getByRole('link', { name: reference })
  await page.keyboard.press('j')
  await expect(link(newer.orderReference)).toBeFocused()
  await page.keyboard.press('j')
  await expect(link(older.orderReference)).toBeFocused()
  await page.keyboard.press('j')
  await expect(link(older.orderReference)).toBeFocused()
  await page.keyboard.press('k')
  await expect(link(newer.orderReference)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, newer.orderReference)).toBeVisible()
})

test('the list of shortcuts turns single letters off and on', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products')
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(dialog).toContainText('Search everything')
  await expectClean(page, 'list of shortcuts')
  // Nothing behind the dialog moves.
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Use single keys' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.reload()
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).not.toBeFocused()
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await dialog.getByRole('checkbox', { name: 'Use single keys' }).check()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
})

test.describe('the command palette', () => {
  const palette = (page: Page) => page.getByRole('dialog', { name: 'Search everything' })
  const box = (page: Page) => palette(page).getByRole('combobox', { name: 'Search everything' })
  const found = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

  test('opens an order, a shop, a market by its ZIP code, and a screen', async ({ page, database }) => {
    await signInAs(page)
    const shop = await florist(page)
    const order = await bought(database)
    await page.goto('/admin/products')
    await page.getByRole('searchbox').focus()
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type(order.orderReference)
    await expect(found(page, new RegExp(order.orderReference))).toBeVisible()
    await expectClean(page, 'command palette')
    await page.keyboard.press('Enter')
    await expect(heading(page, order.orderReference)).toBeVisible()
    await expect(palette(page)).toBeHidden()

    await page.getByRole('button', { name: 'Search everything' }).click()
    await box(page).fill(shop.name)
    await found(page, new RegExp(shop.name)).click()
    await expect(heading(page, shop.name)).toBeVisible()

    await page.keyboard.press('Control+k')
    await box(page).fill('10001')
    await found(page, /New York City.*10001/).click()
    await expect(heading(page, 'New York City')).toBeVisible()

    // Enter does not wait for what is found, and opens nothing that was found for other words.
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/admin/search?*', async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.keyboard.press('Control+k')
    await box(page).fill(order.orderReference)
    await page.keyboard.press('Enter')
    gate.resolve()
    await expect(heading(page, order.orderReference)).toBeVisible()

    await page.keyboard.press('Control+k')
    await box(page).fill('waitl')
    await expect(found(page, 'Waitlist')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Waitlist')).toBeVisible()
  })

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

    test('says that there is nothing, and Escape leaves everything as it was', async ({ page }) => {
      await signInAs(page)
      await page.goto('/admin/products')
      await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Search everything' }).click()
      await box(page).fill('zzzz-nobody')
      await expect(palette(page).getByText('Nothing found.')).toBeVisible()
      await expectFits(page, 'palette without a result')
      await page.keyboard.press('Escape')
      await expect(palette(page)).toBeHidden()
      await expect(page).toHaveURL(/\/admin\/products$/)
    })
  })

  test.describe(() => {
    test.use({ refusals: true })

    test('says that the search failed, and still finds screens', async ({ page }) => {
      await signInAs(page)
      await page.route('**/api/admin/search?*', (route) => route.fulfill({ status: 500, json: {} }))
      await page.goto('/admin/products')
      await page.keyboard.press('Control+k')
      await box(page).fill('orders')
      await expect(palette(page).getByText('could not be searched')).toBeVisible()
      await found(page, 'Orders').first().click()
      await expect(heading(page, 'Orders')).toBeVisible()
    })
  })
})
