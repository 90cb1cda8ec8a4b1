import { addPerson } from '#tests/e2e/people.ts'
import { expect, ready, test } from '#tests/e2e/shop.ts'
import { firstAdmin, signInAs } from '#tests/e2e/staff.ts'

// Links to and within the back office for signed-in users.

test('a signed-in admin sees the back office in the top bar of every page', async ({ page, database }) => {
  const admin = await addPerson(database)
  await page.goto('/about')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const backOffice = bar.getByRole('link', { name: 'Back office' })
  await expect(backOffice).toBeHidden()

  await page.goto('/login')
  await ready(page)
  await page.getByLabel('Email').fill(admin.email)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL((url) => url.pathname === '/')

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const path of ['/', '/home', '/about', '/faq', '/learn/mess-up-index']) {
    await page.goto(path)
    await expect(backOffice, path).toBeVisible()
  }
  expect(asked.filter((path) => path.startsWith('/api/auth'))).toEqual([])
  await backOffice.click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await page.goto('/login?from=/faq')
  const main = page.getByRole('main')
  await expect(main.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/faq')
  await expect(main.getByRole('link', { name: 'Go to the back office' })).toHaveAttribute('href', '/admin')
  await main.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goto('/about')
  await expect(backOffice).toBeHidden()
})

test('the account block of the sidebar links to the users', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signInAs(page)
  await page.goto('/admin')
  const list = page.getByRole('navigation', { name: 'Back office' })
  await expect(list.getByRole('link')).toHaveText([
    /^Dashboard/,
    'Waitlist',
    'Orders',
    'Shop Orders',
    /^Assign Orders/,
    'Shops',
    'Markets',
    'Products',
  ])
  await expect(page.getByRole('link', { name: firstAdmin().email })).toBeVisible()
  await page.getByRole('complementary').getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()
})
