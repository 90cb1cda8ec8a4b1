import type { Page } from '@playwright/test'
import { expect, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// From screen to screen: fetched ahead, back where one was.

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The paths of the API that are asked for from now on. */
function askedOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return asked
}

test('pointing at a row or tabbing to it fetches its record before it is opened', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products?q=bad')
  const asked = askedOf(page)
  const row = page.getByRole('link', { name: 'Nuclear Bad', exact: true })
  await row.focus()
  await expect.poll(() => asked).toHaveLength(1)
  await row.click()
  await expect(heading(page)).toHaveText('Nuclear Bad')
  expect(asked).toEqual([expect.stringMatching(/^\/api\/admin\/products\//)])
})

test('Back to List leads to the list as it was, also after edit and reload', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products?q=bad')
  await page.getByRole('link', { name: 'Nuclear Bad', exact: true }).click()
  await expect(heading(page)).toHaveText('Nuclear Bad')
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect(heading(page)).toHaveText('Edit Product')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(heading(page)).toHaveText('Nuclear Bad')
  await page.reload()
  const back = page.getByRole('link', { name: 'Back to List' })
  await expect(back).toHaveAttribute('href', '/admin/products?q=bad')
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('link', { name: 'Products' })).toHaveAttribute(
    'href',
    '/admin/products?q=bad',
  )
  await back.click()
  await expect(heading(page)).toHaveText('Products')
  await expect(page).toHaveURL(/\/admin\/products\?q=bad$/)
  await expect(page.getByRole('searchbox')).toHaveValue('bad')
})

test('Back to List leads to the whole list for somebody who came from elsewhere', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/markets?q=new')
  await page.getByRole('link', { name: 'New York City', exact: true }).click()
  await expect(heading(page)).toHaveText('New York City')
  // The link is that of a shop of this market, not of the list of shops.
  await page.getByRole('main').getByRole('link', { name: 'Battery Blossom Co.' }).click()
  await expect(heading(page)).toHaveText('Battery Blossom Co.')
  const back = page.getByRole('link', { name: 'Back to List' })
  await expect(back).toHaveAttribute('href', '/admin/shops')
  await page.goBack()
  await expect(heading(page)).toHaveText('New York City')
  await expect(back).toHaveAttribute('href', '/admin/markets?q=new')
})

test('a slow screen shows its placeholder; a list stays while it is searched', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin/products?q=bad')
  // Other tests add products.
  const before = await page.getByRole('row').count()
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/admin/products**', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('searchbox').fill('nuclear')
  await expect(page).toHaveURL(/q=nuclear/)
  await expect(page.getByRole('row')).toHaveCount(before)
  await page.getByRole('link', { name: 'Really Bad', exact: true }).click()
  await expect(page.locator('main .skeleton').first()).toBeVisible()
  gate.resolve()
  await expect(heading(page)).toHaveText('Really Bad')
})

test('a click on what is being fetched shows no placeholder too early', async ({ page }) => {
  await signInAs(page)
  await page.clock.install()
  await page.goto('/admin/products?q=bad')
  await page.clock.pauseAt(Date.now() + 60_000)
  const gate = Promise.withResolvers<void>()
  await page.route('**/api/admin/products/*', async (route) => {
    await gate.promise
    await route.continue()
  })
  const asked = askedOf(page)
  const row = page.getByRole('link', { name: 'Really Bad', exact: true })
  await row.focus()
  await page.clock.runFor(100)
  await expect.poll(() => asked).toHaveLength(1)
  await row.click()
  await page.clock.runFor(200)
  await expect(heading(page)).toHaveText('Products')
  await expect(page.locator('main .skeleton')).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(page.locator('main .skeleton').first()).toBeVisible()
  gate.resolve()
  await expect.poll(() => page.clock.runFor(50).then(() => heading(page).textContent())).toBe('Really Bad')
})

test('at rest the other screens are fetched, unless data is to be saved', async ({ page, context }) => {
  await signInAs(page)
  const scripts = new Set<string>()
  page.on('request', (request) => request.url().endsWith('.js') && scripts.add(request.url()))
  await page.goto('/admin/products?q=bad')
  const atFirst = scripts.size
  await expect.poll(() => scripts.size).toBeGreaterThan(atFirst + 30)

  const thrifty = await context.newPage()
  await thrifty.clock.install()
  await thrifty.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const later = new Set<string>()
  await thrifty.goto('/admin/products')
  thrifty.on('request', (request) => request.url().endsWith('.js') && later.add(request.url()))
  await thrifty.clock.runFor(15_000)
  expect([...later]).toEqual([])
  await thrifty.close()
})

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
  // Rows that are there already need no answer.
  await page.route('**/api/admin/orders?**', () => {})
  await page.goBack()
  await expect(heading(page)).toHaveText('Orders')
  await expect(page).toHaveURL(/assignment=unassigned/)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
})
