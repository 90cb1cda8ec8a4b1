import {
  addressOf,
  BRAND,
  expectNoFault,
  NOBODYS,
  openUnscripted,
  paid,
  STATES,
} from '#tests/e2e/confirmation.ts'
import { AT, expect, test } from '#tests/e2e/shop.ts'

for (const { name, make, heading, title } of STATES) {
  test(`${name}: told, with the order on its slip`, async ({ page, request, database }) => {
    await page.goto(addressOf(await make(request, database)))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(page).toHaveTitle(title)
    const summary = page.getByRole('region', { name: 'Order summary' })
    for (const text of ['Extremely Bad', 'Tomorrow', '350 5th Ave, Apt 4B', 'New York, 10001', '$95.39']) {
      await expect(summary).toContainText(text)
    }
    await expect(page).toHaveURL(`${AT.shop}/thank-you`)
    await expectNoFault(page)
  })

  test(`${name}: no accessibility fault without JavaScript either`, async ({ page, request, database }) => {
    await openUnscripted(page, `${addressOf(await make(request, database))}&look=8`)
    await expect(page.getByRole('link', { name: 'Look again' })).toHaveCount(name === 'confirming' ? 1 : 0)
    await expectNoFault(page)
  })
}

test('an unknown session shows Unable to load order with a link home', async ({ page }) => {
  await page.goto(addressOf(NOBODYS))
  const problem = page.getByRole('alert')
  await expect(problem.getByRole('heading')).toHaveText('Unable to load order')
  await expect(problem).toContainText('Order not found')
  await expect(page).toHaveTitle(`Thank You | ${BRAND}`)
  await expectNoFault(page)
  await page.getByRole('button', { name: 'Return Home' }).click()
  await expect(page).toHaveURL(/\/\??$/)
})

test('without a session, redirects to the start', async ({ page }) => {
  await page.goto('/thank-you')
  await expect(page).toHaveURL(`${AT.shop}/`)
})

test('View order status opens the tracking page of the order, and Back the confirmation', async ({
  page,
  request,
}) => {
  await page.goto(addressOf(await paid(request)))
  await page.getByRole('link', { name: 'View order status' }).click()
  await expect(page).toHaveURL(/\/track#\S+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We are on it.')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'View order status' })).toBeVisible()
})
