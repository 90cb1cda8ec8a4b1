import { bought } from '#tests/e2e/florist-orders.ts'
import { expect, intercept, test } from '#tests/e2e/shop.ts'
import { openInApp, signInAs } from '#tests/e2e/staff.ts'

// The numbers of the sidebar: what waits, and for whom to see.

test.use({ viewport: { width: 1280, height: 720 } })

const waiting = (toAssign: number, atRisk = 0, problems = 0) => {
  const count = (total: number) => ({ total, capped: false })
  return { toAssign: count(toAssign), atRisk: count(atRisk), problems: count(problems) }
}

test('the page brings the numbers along, and screen readers hear what they count', async ({
  page,
  database,
}) => {
  await signInAs(page)
  await bought(database)
  let asked = 0
  page.on('request', (request) => {
    asked += Number(request.url().endsWith('/api/admin/waiting'))
  })
  await page.goto('/admin/orders')
  const link = page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: /^Assign/ })
  await expect(link).toHaveAccessibleName(/^Assign Orders [\d,]+\+? waiting$/)
  expect(asked).toBe(0)
})

test('the numbers follow what others do, and move nothing', async ({ page }) => {
  await signInAs(page)
  let answer = waiting(0)
  await page.route('**/api/admin/waiting', (route) => route.fulfill({ json: answer }))
  await page.clock.install()
  await openInApp(page, '/admin/markets')
  const nav = page.getByRole('navigation', { name: 'Back office' })
  const link = nav.getByRole('link', { name: /^Assign/ })
  await expect(async () => {
    await page.clock.runFor(21_000)
    await expect(link).toHaveAccessibleName('Assign Orders', { timeout: 500 })
  }).toPass()
  const stood = await link.boundingBox()
  answer = waiting(3, 2, 1)
  await expect(async () => {
    await page.clock.runFor(21_000)
    await expect(link).toHaveAccessibleName('Assign Orders 3 waiting', { timeout: 500 })
  }).toPass()
  await expect(nav.getByRole('link', { name: /^Dashboard/ })).toHaveAccessibleName('Dashboard 2 at risk')
  await expect(page.getByRole('link', { name: /^Problems/ })).toHaveAccessibleName('Problems 1 new')
  expect(await link.boundingBox()).toEqual(stood)
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe(() => {
  test.use({ refusals: true })

  test('without an answer the sidebar keeps the last numbers, and all its links', async ({
    page,
    database,
  }) => {
    await signInAs(page)
    await bought(database)
    await page.clock.install()
    await page.goto('/admin/markets')
    const link = page.getByRole('link', { name: /^Assign Orders/ })
    await expect(link).toHaveAccessibleName(/waiting$/)
    const letThrough = await intercept(page, '**/api/admin/waiting', (route) => route.abort())
    await page.clock.runFor(45_000)
    await expect(link).toHaveAccessibleName(/waiting$/)
    await expect(page.getByRole('alert')).toHaveCount(0)
    letThrough()
  })
})
