import { openCheckout } from './flow.ts'
import { AT, expect, fillCheckout, fillForm, GATE, mailTo, ordersOf, payWith, someone, test } from './shop.ts'

test.describe.configure({ retries: 0 })

const GOOD = '4242 4242 4242 4242'
// $89.99 and nothing for tomorrow, 6 % of it is $5.3994
const TOTAL = '$95.39'

test('buys from ZIP to card: reference, paid, confirmed and emailed', GATE, async ({ page, database }) => {
  const email = someone()
  await fillCheckout(page, email)
  await expect(page).toHaveTitle('Checkout – Extremely Bad | Apologize Better')
  await page.getByLabel('Apt, suite, floor').fill('Apt 4B')
  await page.getByLabel('Recipient’s name').fill('Alex Wronged')
  const summary = page.getByRole('region', { name: 'Order summary' })
  await expect(summary.getByRole('paragraph').first()).toHaveText(/Extremely Bad\s*\$89\.99/)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()

  await page.waitForURL(`${AT.payments}/**`)
  await expect(page.getByText(TOTAL).first()).toBeVisible()
  await expect(page.getByText('Extremely Bad').first()).toBeVisible()
  await payWith(page, GOOD)

  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(TOTAL)).toBeVisible()
  await expect(page.getByText('350 5th Ave, Apt 4B')).toBeVisible()
  const lines = ['Extremely Bad', 'Tomorrow', 'Alex Wronged', '$89.99', 'Free', '$5.40', TOTAL]
  await expect(summary.getByRole('definition')).toContainText(lines)
  await expect(page.getByRole('region', { name: 'Apology note' })).toContainText('the dishwasher.')
  const reference = (await page.getByText(/ORD-[0-9A-Z]{8}/).textContent()) ?? ''
  await expect(page).toHaveURL(`${AT.shop}/thank-you`)
  await expect(page).toHaveTitle('Order Confirmed – Extremely Bad | Apologize Better')

  const [order, ...others] = await ordersOf(database, email)
  expect(others).toEqual([])
  expect(order).toMatchObject({ status: 'confirmed', payment_status: 'paid', total_cents: 9539 })
  expect(reference).toContain(String(order?.['order_reference']))

  await expect.poll(() => mailTo(email)).toHaveLength(1)
  const [message] = await mailTo(email)
  expect(message?.subject).toContain(String(order?.['order_reference']))
  expect(message?.text).toContain('I was wrong about the\ndishwasher. Sam')

  await page.reload()
  await expect(page.getByText(reference)).toBeVisible()
  await page
    .getByRole('button', { name: 'Select New Flowers' })
    .or(page.getByRole('link', { name: 'Select New Flowers' }))
    .click()
  await expect(page).toHaveURL(/\/(home)?$/)
})

test('two clicks place one order', GATE, async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByRole('button', { name: 'Continue to Payment' }).dblclick()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toHaveLength(1)
})
