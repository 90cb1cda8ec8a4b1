import type { Page } from '@playwright/test'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { expect, test } from '#tests/e2e/shop.ts'
import { callApi, openFilters, openInApp, signInAs } from '#tests/e2e/staff.ts'

// All lists of the back office have these in common: nothing found, pages beyond the last, sorting.

const NOBODY = 'zzzz-nobody'

test.describe('a search or filter that finds nothing', () => {
  test('says that the search found nothing, and clears it', async ({ page }) => {
    await signInAs(page)
    for (const [path, empty] of [
      ['products', 'No Products Found'],
      ['orders', 'No orders found'],
      ['shops', 'No shops found'],
      ['markets', 'No markets found'],
      ['waitlist', 'No waitlist entries found'],
      ['users', 'No users found'],
      ['shop-orders', 'No shop orders found'],
    ] as const) {
      await test.step(path, async () => {
        await page.goto(`/admin/${path}?q=${NOBODY}`)
        const main = page.getByRole('main')
        await expect(main.getByText(`No matches for “${NOBODY}”`)).toBeVisible()
        await expect(main.getByText(empty)).toBeHidden()
        await expect(main.getByText('Add First')).toBeHidden()
        await main.getByRole('link', { name: 'Clear search' }).click()
        await expect(page).toHaveURL(new RegExp(`/admin/${path}$`))
        await expect(main.getByText(/No matches for/)).toBeHidden()
        await expect(main.getByRole('searchbox')).toHaveValue('')
      })
    }
  })

  test('an empty filter result does not suggest a shorter search', async ({ page }) => {
    await signInAs(page)
    const info = { page: 1, pageSize: 10, total: 0, capped: false }
    await page.route(/\/api\/admin\/orders\?.*status=cancelled/, (route) =>
      route.fulfill({ json: { rows: [], info, sort: 'created' } }),
    )
    await openInApp(page, '/admin/orders?status=cancelled&sort=promised')
    const main = page.getByRole('main')
    await expect(main.getByText('No matches for this filter')).toBeVisible()
    await expect(main.getByText(/letters/)).toBeHidden()
    await expect(main.getByText('No orders found')).toBeHidden()
    await main.getByRole('link', { name: 'Clear filter' }).click()
    await expect(page).toHaveURL(/\/admin\/orders\?sort=promised$/)
  })

  test('clears search and filter together', async ({ page }) => {
    await signInAs(page)
    await page.goto(`/admin/waitlist?q=${NOBODY}&contacted=yes`)
    const main = page.getByRole('main')
    await expect(main.getByText(`No matches for “${NOBODY}” and this filter`)).toBeVisible()
    await main.getByRole('link', { name: 'Clear search and filter' }).click()
    await expect(page).toHaveURL(/\/admin\/waitlist$/)
  })
})

test('a search begins once typing pauses, even if the list is redrawn', async ({ page, database }) => {
  await signInAs(page)
  const { orderReference } = await bought(database)
  await page.goto('/admin/orders')
  const choice = page.getByRole('checkbox', { name: /^Select ORD-/ }).first()
  await page.getByRole('searchbox').fill(orderReference)
  await expect(async () => {
    await choice.click()
    expect(page.url()).toContain(`q=${orderReference}`)
  }).toPass({ intervals: [0] })
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
})

/** Twelve shop orders of one florist. */
async function twelve(page: Page, database: Parameters<typeof bought>[0]) {
  const shop = await florist(page)
  const ids: string[] = []
  for (let n = 0; n < 12; n++) ids.push(await assign(page, await bought(database), shop.id))
  return { shop, ids }
}

test('a page beyond the last redirects to the last one', async ({ page, database }) => {
  await signInAs(page)
  const { shop } = await twelve(page, database)
  const q = encodeURIComponent(shop.name)
  await page.goto(`/admin/shop-orders?q=${q}&page=900`)
  await expect(page.getByText('Page 2 of 2')).toBeVisible()
  await expect(page).toHaveURL(/[?&]page=2$/)
  await expect(page.getByRole('row')).toHaveCount(3)

  await page.goto(`/admin/shops?q=${q}&page=99999999999`)
  await expect(page.getByRole('link', { name: shop.name, exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/shops\?q=[^&]+$/)

  // Five a page on the screen of the shop.
  await page.goto(`/admin/shops/${shop.id}?page=77`)
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  await expect(page).toHaveURL(/\?page=3$/)
  await expect(page.getByText('No orders assigned to this shop yet')).toBeHidden()

  // One that waits for a florist, whatever other tests have left.
  await bought(database)
  await page.goto(`/admin/assign-orders?page=5000`)
  await expect(page.getByText('No Orders Awaiting Assignment')).toBeHidden()
  await expect(page).not.toHaveURL(/page=5000/)
})

test('shop orders sort by date, promise and status; the URL keeps it', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page)
  // Assigned in this order; promised the other way round.
  const promised = ['2026-06-05T20:00:00.000Z', '2026-06-05T18:00:00.000Z', '2026-06-05T16:00:00.000Z']
  const ids: string[] = []
  const references: string[] = []
  for (const promisedBy of promised) {
    const order = await bought(database, { promisedBy })
    references.push(order.orderReference)
    ids.push(await assign(page, order, shop.id))
  }
  const [first = '', second = '', third = ''] = references
  const { body } = await callApi(page, 'GET', `/admin/shop-orders/${ids[1]}`)
  const ready = { status: 'ready', reason: null, version: body['version'] }
  expect((await callApi(page, 'PUT', `/admin/shop-orders/${ids[1]}/status`, ready)).status).toBe(200)

  await page.goto(`/admin/shop-orders?q=${encodeURIComponent(shop.name)}`)
  await openFilters(page)
  const shown = page.getByRole('table').getByRole('link').locator('[data-truncate]')
  await expect(shown).toHaveText([third, second, first])
  const sort = async (label: string, address: RegExp, expected: string[]) => {
    await page.getByRole('button', { name: /^Sort:/ }).click()
    await page.getByRole('menuitemradio', { name: label }).click()
    await expect(page).toHaveURL(address)
    await expect(shown).toHaveText(expected)
  }
  await sort('Oldest first', /direction=asc/, [first, second, third])
  await sort('Promised soonest first', /sort=promised/, [third, second, first])
  await sort('Promised latest first', /sort=promised&direction=desc/, [first, second, third])
  await sort('Status, pending first', /sort=status/, [third, first, second])
  await sort('Status, pending last', /sort=status&direction=desc/, [second, third, first])
  await page.reload()
  await expect(shown).toHaveText([second, third, first])
})
