import type { APIRequestContext } from '@playwright/test'
import { toasts } from './flow.ts'
import { expect, test } from './own-shop.ts'

// What the edge keeps of the storefront, on a shop of its own: prices change here for everyone.

const ADMIN = { email: 'owner@example.com', password: 'nine-yellow-tulips' }
const KEPT = ['/', '/home']
test.use({ settings: { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password } })
test.describe.configure({ mode: 'serial' })

async function get(request: APIRequestContext, path: string, headers: Record<string, string> = {}) {
  const answer = await request.get(path, { headers })
  return { status: answer.status(), cache: answer.headers()['cf-cache-status'], text: await answer.text() }
}

/** What a page says the bouquets cost, as search engines read it. */
async function prices(request: APIRequestContext, path: string): Promise<string[]> {
  const { text } = await get(request, path)
  return [...text.matchAll(/"price":"([\d.]+)"/g)].flatMap(([, price]) => price ?? [])
}

/** Until a page is answered from the edge. */
async function keep(request: APIRequestContext, path: string): Promise<void> {
  await expect.poll(async () => (await get(request, path)).cache, path).toBe('HIT')
}

test('a changed price is purged from the cached pages', async ({ page, request }) => {
  for (const path of KEPT) {
    await keep(request, path)
    expect(await prices(request, path), path).toEqual(['49.99', '89.99', '139.99'])
  }

  await page.goto('/login?from=/admin/products')
  await page.getByLabel('Email').fill(ADMIN.email)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('link', { name: 'Really Bad', exact: true }).click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Price *').fill('54.50')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toasts(page).getByText('Product updated successfully')).toBeVisible()

  // The pages may be kept for an hour: nothing but the purge takes the old price away.
  for (const path of KEPT) {
    await expect.poll(() => prices(request, path), path).toEqual(['54.50', '89.99', '139.99'])
    await keep(request, path)
    expect(await prices(request, path), path).toEqual(['54.50', '89.99', '139.99'])
  }
  await page.goto('/home')
  await expect(page.getByRole('group', { name: 'Choose a bouquet' }).getByText('$54.50')).toBeVisible()
})

test('cached pages ignore cookies', async ({ request }) => {
  await keep(request, '/home')
  const mine = await get(request, '/home', { cookie: 'zip=10001; __Host-access=x' })
  expect(mine).toEqual(await get(request, '/home'))
  expect(mine.cache).toBe('HIT')
})

test('without a database, cached pages are served and failures are not cached', async ({ request, shop }) => {
  await keep(request, '/home')
  await shop.failDatabase({ kind: 'error' })
  expect(await get(request, '/home')).toMatchObject({ status: 200, cache: 'HIT' })
  const failed = await get(request, '/home?optionId=FLOWER-003')
  expect(failed).toMatchObject({ status: 503, cache: undefined })
  await shop.failDatabase(null)
  expect(await get(request, '/home?optionId=FLOWER-003')).toMatchObject({ status: 200, cache: 'MISS' })
})

test('forms and API calls bypass the cache', async ({ request, shop }) => {
  await keep(request, '/')
  const sent = await request.post('/', {
    form: { zip: '10001' },
    headers: { origin: shop.url },
    maxRedirects: 0,
  })
  expect([sent.status(), sent.headers()['location']]).toEqual([303, '/home'])
  expect(sent.headers()['set-cookie']).toContain('zip=10001')
  expect((await get(request, '/api/storefront')).cache).toBeUndefined()
  expect((await get(request, '/api/storefront')).cache).toBeUndefined()
})
