import { expectClean, expectFits } from '#tests/e2e/accessibility.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { addPerson } from '#tests/e2e/people.ts'
import { expect, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// The views of a list that one has saved for oneself.

test.use({ viewport: { width: 1280, height: 720 } })

test('saves a view, opens it again tomorrow, and deletes it', async ({ page, database }) => {
  const { email, password } = await addPerson(database)
  await signInAs(page, { email, password })
  await page.goto('/admin/shop-orders')
  await expect(page.getByRole('heading', { name: 'Shop Orders', level: 1 })).toBeVisible()
  const menu = page.getByRole('button', { name: 'Views' })
  await menu.click()
  await expect(page.getByText('No saved views yet.')).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Search or filter to save a view' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /Show: All Shop Orders/ }).click()
  await page.getByRole('menuitemradio', { name: 'Delivered, not paid' }).click()
  await expect(page).toHaveURL(/show=to-pay/)
  // Rows that are out of date are pale.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  await menu.click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await expectClean(page, 'saving a view')
  await expectFits(page, 'saving a view')
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Please give it a name')).toBeVisible()
  const name = 'To pay on Friday, all of the florists'
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Save view' }).dblclick()
  await expect(toasts(page).getByText(`“${name}” saved`)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.goto('/admin/shop-orders')
  await menu.click()
  await page.getByRole('menuitem', { name }).click()
  await expect(page).toHaveURL(/\/admin\/shop-orders\?show=to-pay$/)
  await expect(page.getByRole('button', { name: 'Show: Delivered, not paid' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Show: All Shop Orders' })).toBeVisible()

  // Views of another list are not offered here.
  await page.goto('/admin/waitlist')
  await menu.click()
  await expect(page.getByText('No saved views yet.')).toBeVisible()

  await page.goto('/admin/shop-orders?show=to-pay')
  await menu.click()
  await expect(page.getByRole('menuitem', { name, exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('menuitem', { name: `Delete “${name}”` }).click()
  await expect(toasts(page).getByText(`“${name}” deleted`)).toBeVisible()
  await menu.click()
  await expect(page.getByText('No saved views yet.')).toBeVisible()
})

test.describe(() => {
  test.use({ refusals: true })

  test('a failure is said and loses nothing', async ({ page, database }) => {
    const { email, password } = await addPerson(database)
    await signInAs(page, { email, password })
    await page.route('**/api/admin/saved-views', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/admin/orders?status=pending')
    await expect(page.getByRole('button', { name: 'Status: Pending' })).toBeVisible()
    await page.getByRole('button', { name: 'Views' }).click()
    await expect(page.getByText('Your views could not be loaded.')).toBeVisible()
    await page.getByRole('menuitem', { name: 'Save this view' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save this view' })
    await dialog.getByLabel('Name').fill('Pending')
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Failed to save the view')
    await expect(dialog.getByLabel('Name')).toHaveValue('Pending')
  })
})
