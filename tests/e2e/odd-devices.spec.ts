import type { Page } from '@playwright/test'
import { describePromise } from '#domain/delivery.ts'
import { translated, translatePages } from '#tests/support/translate.ts'
import { expectMessage, payButton } from './flow.ts'
import { AT, expect, fillForm, GATE, ordersOf, payWith, ready, someone, test } from './shop.ts'

// Effects of people's browsers and machines on a page, through a whole purchase.

const GOOD = '4242 4242 4242 4242'
const HOUR = 3_600_000

/** The promise for tomorrow in New York. At midnight both days are right. */
function promised(): RegExp {
  const at = [Date.now(), Date.now() + 60_000].map((time) => new Date(time))
  return new RegExp(at.map((now) => describePromise('tomorrow', now, 'America/New_York')).join('|'))
}

/** Buys a bouquet, after one more choice and one wrong address. */
async function buy(page: Page, email: string, opened: () => Promise<void>): Promise<void> {
  await page.goto('/')
  await opened()
  await page.getByLabel('ZIP code').first().fill('10001')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await opened()
  await page.getByRole('radio', { name: 'Really Bad' }).check()
  await page.getByRole('radio', { name: 'Extremely Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  await opened()
  const tomorrow = page.getByRole('radio', { name: /^Tomorrow/ })
  // The server's clock counts, whatever the device shows.
  await expect(tomorrow).toHaveAccessibleDescription(promised())
  await tomorrow.check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await opened()
  await expect(page.getByRole('region', { name: 'Order summary' })).toContainText(promised())
  await fillForm(page, 'sam@')
  await expectMessage(page.getByLabel('Email'), 'Please enter a valid email address')
  await page.getByLabel('Email').fill('')
  await expectMessage(page.getByLabel('Email'), 'Email is required')
  await expect(page.getByText('37 / 300')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Text me about this order').check()
  await payButton(page).click()
  await page.waitForURL(`${AT.payments}/**`)
  await payWith(page, GOOD)
  await page.waitForURL(/\/thank-you/)
  await opened()
  await expect(page.getByText(/ORD-[0-9A-Z]{8}/)).toBeVisible()
}

const PAID = [{ status: 'confirmed', payment_status: 'paid', total_cents: 9539 }]

test(
  'a page translated by the browser sells a bouquet, and on a device whose clock is off',
  GATE,
  async ({ page, database }) => {
    await translatePages(page)
    await page.clock.install({ time: Date.now() + 26 * HOUR })
    const email = someone()
    await buy(page, email, () => translated(page))
    await expect(page.locator('font font').first()).toBeVisible()
    expect(await ordersOf(database, email)).toMatchObject(PAID)
  },
)

for (const hours of [26, -26]) {
  test(`a device whose clock is off by ${hours} hours buys a bouquet`, async ({ page, database }) => {
    await page.clock.install({ time: Date.now() + hours * HOUR })
    const email = someone()
    await buy(page, email, () => ready(page))
    expect(await ordersOf(database, email)).toMatchObject(PAID)
  })
}
