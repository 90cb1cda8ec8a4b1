import { openCheckout, openMarket } from './flow.ts'
import {
  AT,
  expect,
  fillCheckout,
  fillForm,
  GATE,
  mailTo,
  ordersOf,
  payWith,
  ready,
  someone,
  test,
} from './shop.ts'

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
  expect(message?.text).toContain('I was wrong about the dishwasher.')

  await page.reload()
  await expect(page.getByText(reference)).toBeVisible()
  await page
    .getByRole('button', { name: 'Select New Flowers' })
    .or(page.getByRole('link', { name: 'Select New Flowers' }))
    .click()
  await expect(page).toHaveURL(/\/(home)?$/)
})

test('within the hour: the fee is charged and the promise counts from the payment', async ({
  page,
  database,
}) => {
  const zip = await openMarket(database, { hour: 10 })
  const email = someone()
  await page.goto('/')
  await page.getByLabel('ZIP code').first().fill(zip)
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await page.getByRole('radio', { name: 'Really Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  await expect(page.getByText(/Same day delivery available before 2pm/)).toBeVisible()
  await page.getByRole('radio', { name: 'Within the next hour' }).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await ready(page)
  await fillForm(page, email)
  await page.getByLabel('ZIP code').fill(zip)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.waitForURL(`${AT.payments}/**`)
  // $49.99 and $19.99, 6 % of it is $4.1988
  await expect(page.getByRole('button', { name: 'Pay $74.18' })).toBeVisible()
  const before = Date.now()
  await payWith(page, GOOD)
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(email)).toBeVisible()
  const { rows } = await database.execute({
    sql: 'select status, promised_by from orders where customer_email = ?',
    args: [email],
  })
  expect(rows).toMatchObject([{ status: 'confirmed' }])
  const promised = Date.parse(String(rows[0]?.['promised_by']))
  // The provider's stamps are whole seconds.
  expect(promised).toBeGreaterThan(before - 2_000 + 3_600_000)
  expect(promised).toBeLessThan(Date.now() + 3_601_000)
})

test('a declined card shows an error on the payment page, and another one pays', async ({
  page,
  database,
}) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.waitForURL(`${AT.payments}/**`)
  await payWith(page, '4000 0000 0000 0002')
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible()
  await payWith(page, '4000 0000 0000 9995')
  await expect(page.getByRole('alert').filter({ hasText: 'insufficient funds' })).toBeVisible()
  expect((await ordersOf(database, email))[0]).toMatchObject({ payment_status: 'pending' })
  await payWith(page, GOOD)
  await page.waitForURL(/\/thank-you/)
  await expect(page.getByText(email)).toBeVisible()
  expect(await ordersOf(database, email)).toMatchObject([{ payment_status: 'paid', status: 'confirmed' }])
})

test('two clicks place one order', GATE, async ({ page, database }) => {
  const email = someone()
  await openCheckout(page)
  await fillForm(page, email)
  await page.getByRole('button', { name: 'Continue to Payment' }).dblclick()
  await page.waitForURL(`${AT.payments}/**`)
  expect(await ordersOf(database, email)).toHaveLength(1)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the whole way to the payment page and the thanks', async ({ page, database }) => {
    const email = someone()
    await fillCheckout(page, email)
    await page.getByRole('button', { name: 'Continue to Payment' }).click()
    await page.waitForURL(`${AT.payments}/**`)
    await payWith(page, GOOD)
    await page.waitForURL(/\/thank-you/)
    await expect(page.getByText(/ORD-[0-9A-Z]{8}/)).toBeVisible()
    // The webhook settles it; the page looks again by itself.
    await expect(page).toHaveTitle('Order Confirmed – Extremely Bad | Apologize Better')
    expect(await ordersOf(database, email)).toMatchObject([{ payment_status: 'paid', status: 'confirmed' }])
  })
})
