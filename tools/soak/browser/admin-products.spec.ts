import { expect } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { own, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// A broken picture and a refusal are errors to the browser's console.
test.use({ refusals: true })

const some = () => `TEST-${own()}`

test('adds, finds, changes and deletes a product', async ({ page }) => {
  await signInAs(page)
  const sku = some()
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(page.getByRole('heading', { name: 'Add New Product' })).toBeVisible()

  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('SKU is required')).toBeVisible()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Price must be greater than zero')).toBeVisible()
  await expect(page.getByLabel('SKU *')).toBeFocused()

  await page.getByLabel('SKU *').fill(sku)
  await page.getByLabel('Title *').fill('Slightly Bad')
  await page.getByLabel('Price *').fill('10000')
  await page.getByLabel('Image URL').fill('javascript:alert(1)')
  await page.getByLabel('Title *').focus()
  await expect(page.getByText('Price must be less than $10,000.00')).toBeVisible()
  await expect(page.getByText('Image URL must start with https://')).toBeVisible()
  await page.getByLabel('Price *').fill('12.5')
  await page.getByLabel('Image URL').fill('/bouquets/no-such-picture.jpg')
  await expect(page.getByRole('img', { name: 'Placeholder' })).toBeVisible()
  await page.getByLabel('Image URL').fill('')
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(toasts(page).getByText('Product created successfully')).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search products' }).fill(sku.toLowerCase())
  await expect(page).toHaveURL(new RegExp(`q=${sku.toLowerCase()}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue(sku.toLowerCase())
  await page.getByRole('link', { name: 'Slightly Bad', exact: true }).click()
  await expect(page.getByText('$12.50')).toBeVisible()
  await expect(page.getByText('No description available')).toBeVisible()

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title *').fill('Hardly Bad')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Product updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Hardly Bad', level: 1 })).toBeVisible()
  await expect(page.getByText('Changed Title from Slightly Bad to Hardly Bad')).toBeVisible()

  await page.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Hardly Bad?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await page.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(toasts(page).getByText('Product deleted successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
  await page.goto(`/admin/products?q=${sku}`)
  await expect(page.getByText('No matches for')).toBeVisible()
})

test('shows a duplicate SKU beside its field and keeps the input', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/new')
  // The message that leaving the field brings does not take the button from under the press.
  await page.getByLabel('Price *').fill('-3')
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(page.getByText('Price must be greater than zero')).toBeVisible()
  await expect(page.getByLabel('SKU *')).toBeFocused()
  await page.getByLabel('SKU *').fill('FLOWER-001')
  await page.getByLabel('Title *').fill('Also Bad')
  await page.getByLabel('Price *').fill('20')
  await page.getByRole('button', { name: 'Create Product' }).click()
  await expect(page.getByText('A product with SKU "FLOWER-001" already exists')).toBeVisible()
  await expect(page.getByLabel('SKU *')).toBeFocused()
  await expect(page.getByLabel('Title *')).toHaveValue('Also Bad')
})

test('a concurrent product edit shows what changed and keeps the input', async ({ page }) => {
  await signInAs(page)
  const sku = some()
  const made = await callApi(page, 'POST', '/admin/products', { sku, title: 'Two Cooks', priceCents: 1000 })
  const id = String(made.body['id'])
  await page.goto(`/admin/products/${id}/edit`)
  await page.getByLabel('Description').fill('Mine, typed slowly')
  const theirs = { sku, title: 'Two Chefs', priceCents: 1000, version: 1 }
  expect((await callApi(page, 'PUT', `/admin/products/${id}`, theirs)).status).toBe(200)

  await page.getByRole('button', { name: 'Save Changes' }).click()
  const conflict = page
    .getByRole('alert')
    .filter({ hasText: 'Someone else has changed this in the meantime.' })
  await expect(conflict).toContainText('Two Chefs')
  await expect(page.getByLabel('Title *')).toHaveValue('Two Chefs')
  await expect(page.getByLabel('Description')).toHaveValue('Mine, typed slowly')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Product updated successfully')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Two Chefs' })).toBeVisible()
  await expect(page.getByText('Mine, typed slowly').first()).toBeVisible()
  await callApi(page, 'DELETE', `/admin/products/${id}`)
})

test('asks before leaving unsaved changes', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products')
  await page.getByRole('link', { name: 'Add Product' }).click()
  await page.getByLabel('Title *').fill('Half an idea')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByLabel('Title *')).toHaveValue('Half an idea')
  await page.goBack()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByLabel('Title *')).toHaveCount(0)
})

test('warns about a price outside its advertised range and saves it', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products/product-really-bad/edit')
  const warning = page
    .getByRole('status')
    .filter({ hasText: 'Outside the advertised range for this grade, $40-$60.' })
  await expect(page.getByLabel('Price *')).toHaveValue('49.99')
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Price *').fill('75')
  await expect(warning).toBeVisible()
  await page.getByLabel('Price *').fill('60')
  await expect(warning).toHaveCount(0)
  await page.getByLabel('Price *').fill('60.01')
  await expect(warning).toBeVisible()
  await expect(page.getByLabel('Price *')).not.toHaveAttribute('aria-invalid', 'true')

  // Not stored: other tests look at the same bouquet.
  let sent: unknown
  await page.route('**/api/admin/products/product-really-bad', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent = route.request().postDataJSON()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(() => sent).toMatchObject({ priceCents: 6001 })
})
