import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, own, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

test('adds, finds, changes and deletes a shop', async ({ page }) => {
  await signInAs(page)
  const name = `Petals ${own()}`
  await page.goto('/admin/shops')
  await page.getByRole('link', { name: 'Add Shop' }).click()
  await expect(page.getByRole('heading', { name: 'Add New Shop' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Shop' }).click()
  for (const missing of ['Shop name', 'Street address', 'City', 'State', 'ZIP code', 'Market']) {
    await expect(page.getByText(`${missing} is required`)).toBeVisible()
  }
  await expect(page.getByLabel('Shop Name *')).toBeFocused()

  await page.getByLabel('Shop Name *').fill(`  ${name} `)
  await page.getByLabel('Street Address *').fill('1 Quiet St')
  await page.getByLabel('City *').fill('New York')
  await page.getByLabel('State *').selectOption('New York (NY)')
  await page.getByLabel('ZIP Code *').fill('1001')
  await page.getByLabel('Market *').selectOption('New York City')
  await page.getByLabel('Phone').pressSequentially('212555')
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Active').focus()
  await expect(page.getByText('ZIP code must be 5 digits or 5+4 format')).toBeVisible()
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await page.getByLabel('ZIP Code *').fill('10014-1234')
  await page.getByLabel('Phone').press('End')
  await page.keyboard.type('0199')
  await expect(page.getByLabel('Phone')).toHaveValue('(212) 555-0199')
  await page.getByLabel('Email').fill('')
  await page.getByRole('button', { name: 'Create Shop' }).dblclick()
  await expect(toasts(page).getByText('Shop created successfully')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search shops' }).fill(name.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByText('1 Quiet St New York, NY 10014-1234')).toBeVisible()
  await expect(page.getByText('(212) 555-0199')).toBeVisible()
  await expect(page.getByText('Not provided')).toBeVisible()
  await expect(page.getByText('No orders assigned to this shop yet')).toBeVisible()

  await page.getByRole('link', { name: 'Edit Shop' }).click()
  await page.getByLabel('Active').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Shop updated successfully')).toBeVisible()
  await expect(page.getByText('Inactive: no new orders')).toBeVisible()
  await expect(page.getByText('Changed Active from Yes to No')).toBeVisible()
  await page.getByRole('link', { name: 'New York City' }).click()
  await expect(page.getByRole('heading', { name: 'New York City', level: 1 })).toBeVisible()
  await page.getByRole('link', { name }).click()

  await page.getByRole('button', { name: 'Delete Shop' }).click()
  const question = page.getByRole('alertdialog', { name: 'Confirm Shop Deletion' })
  await expect(question).toContainText('cannot be undone')
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete Shop' }).click()
  await question.getByRole('button', { name: 'Delete Shop' }).click()
  await expect(toasts(page).getByText('Shop deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Shops', level: 1 })).toBeVisible()
  await page.goto(`/admin/shops?q=${name}`)
  await expect(page.getByText('No matches for')).toBeVisible()
})

test.describe(() => {
  test.use({ refusals: true })

  test('pages a shop’s orders and refuses to delete it because of them', async ({ page, database }) => {
    await signInAs(page)
    const { id } = await florist(page)
    for (let n = 0; n < 6; n++) await assign(page, await bought(database), id)
    await page.goto(`/admin/shops/${id}`)
    const table = page.getByRole('table', { name: 'Orders of this shop' })
    await expect(table.getByRole('row')).toHaveCount(6)
    await expect(page.getByText('Page 1 of 2')).toBeVisible()
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL(/\?page=2$/)
    await expect(table.getByRole('row')).toHaveCount(2)
    await page.reload()
    await expect(page.getByText('Page 2 of 2')).toBeVisible()
    await expect(table.getByRole('link', { name: 'View Details' })).toHaveAttribute(
      'href',
      /^\/admin\/shop-orders\?id=./,
    )
    await page.goBack()
    await expect(page.getByText('Page 1 of 2')).toBeVisible()

    await page.getByRole('button', { name: 'Delete Shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Shop' }).click()
    await expect(page.getByRole('alertdialog')).toBeHidden()
    await expect(page.getByRole('alert').getByText('Cannot Delete Shop')).toBeVisible()
    await expect(
      page
        .getByRole('alert')
        .getByText('This shop has orders assigned to it. Please reassign or remove those orders first.'),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Delete Shop' })).toBeVisible()
  })
})
