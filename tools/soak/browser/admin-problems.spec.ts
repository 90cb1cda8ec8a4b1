import { expect } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { intercept, own, test } from '#tests/e2e/shop.ts'
import { openInApp, signInAs } from '#tests/e2e/staff.ts'

// An error in a browser reaches the admins. A failed call is an error to the browser's console.
test.use({ refusals: true })

test('reports an uncaught page error once, without query and personal details', async ({
  browser,
  baseURL,
}) => {
  // A page of its own: the shop's fails the test for any uncaught error.
  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  const page = await context.newPage()
  const name = `Broken${own()}`
  const reported: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/browser-errors')) reported.push(request.postData() ?? '')
  })
  await page.goto('/faq?email=canary@example.com')
  await page.waitForLoadState('load')
  const answered = page.waitForResponse('**/api/browser-errors')
  await page.evaluate((name) => {
    const error = Object.assign(new TypeError('no vase for canary@example.com'), { name })
    for (let n = 0; n < 3; n++)
      setTimeout(() => {
        throw error
      })
  }, name)
  expect((await answered).status()).toBe(200)
  await page.evaluate((name) => {
    void Promise.reject(Object.assign(new Error('no promise kept'), { name }))
  }, name)
  await expect.poll(() => reported).toHaveLength(2)
  for (const body of reported) expect(body).not.toContain('?email')

  await signInAs(page)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Problems' }).click()
  await expect(page.getByRole('heading', { name: 'Problems', level: 1 })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: `${name}: no vase for [email]` })
  await expect(row).toContainText(/Chrome on \w+ \(unverified\), \/faq/)
  await row.getByText(name).first().click()
  await expect(row.getByRole('region', { name: 'Stack' })).toBeVisible()
  await expect(page.getByText('canary')).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: `${name}: no promise kept` })).toBeVisible()
  await context.close()
})

test('filters, copies request ids, shows empty and failed', async ({ page, database, context }) => {
  const id = crypto.randomUUID()
  await database.execute({
    sql: `insert into problems (fingerprint, source, event, place, error, message, stack, request_id, times, first_at, last_at)
      values (?, 'server', 'unknown_error', '/api/products', 'LibsqlError', ?, 'at settle (settle.ts:1:1)', ?, 3, '2026-06-04T14:30:00.000Z', ?)`,
    args: [id, `Told ${id}`, id, new Date().toISOString()],
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signInAs(page)
  await page.goto('/admin/problems')
  const row = page.getByRole('listitem').filter({ hasText: `LibsqlError: Told ${id}` })
  await expect(row).toContainText('3 times')
  await expect(row).toContainText('Server, /api/products')
  await expect(row.getByRole('button', { name: 'Copy' })).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 800 })
  const height = (await row.boundingBox())?.height ?? 0
  expect(height).toBeGreaterThanOrEqual(44)
  expect(height).toBeLessThanOrEqual(52)
  await row.getByText('Server, ').click()
  await row.getByRole('button', { name: 'Copy' }).click()
  await expect(toasts(page).getByText('Request id copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)

  await page.getByRole('radio', { name: 'Browsers' }).check()
  await expect(page).toHaveURL(/\?source=browser$/)
  await expect(row).toBeHidden()
  await page.getByRole('radio', { name: 'Server' }).check()
  await expect(row).toBeVisible()

  const noLongerEmpty = await intercept(page, '**/api/admin/problems**', (route) =>
    route.fulfill({ json: { rows: [] } }),
  )
  await openInApp(page, '/admin/problems?source=server')
  await expect(page.getByText('No problems of this kind')).toBeVisible()
  noLongerEmpty()
  const error = { code: 'unknown', message: 'Failed to load the problems', issues: [], requestId: 'r-1' }
  const noLongerFailing = await intercept(page, '**/api/admin/problems**', (route) =>
    route.fulfill({ status: 500, json: { error } }),
  )
  await openInApp(page, '/admin/problems?source=server')
  await expect(page.getByRole('alert')).toContainText('Failed to load the problems')
  noLongerFailing()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(row).toBeVisible()
})
