import type { Client } from '@libsql/client/web'
import type { APIRequestContext } from '@playwright/test'
import { expectClean } from '#tests/e2e/accessibility.ts'
import { moveServerAlong, openMarket, PATH, saveZip } from '#tests/e2e/flow.ts'
import { expect, ready, someone, test } from '#tests/e2e/shop.ts'
import { callApi, signInAs } from '#tests/e2e/staff.ts'

// A market whose one florist can make a number of bouquets: what shoppers read, and where it is set.

/** A shop for the market of a ZIP. @returns the market's id and the shop's */
async function openFlorist(database: Client, zip: string, perDay: number) {
  const { rows } = await database.execute({
    sql: 'select market_id as id from market_zipcodes where zipcode = ?',
    args: [zip],
  })
  const marketId = String(rows[0]?.['id'])
  const id = crypto.randomUUID()
  const now = new Date().toISOString()
  const week = Object.fromEntries(['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, perDay]))
  await database.execute({
    sql: `insert into shops (id, name, market_id, state_id, city, zip, street_address, weekday_capacity, created_at, updated_at)
      select ?, ?, ?, id, 'Albany', ?, '1 Quiet St', ?, ?, ? from states where code = 'NY'`,
    args: [id, `Petals of ${zip}`, marketId, zip, JSON.stringify(week), now, now],
  })
  return { marketId, id }
}

/** Sends the form of somebody who is on the payment page then. */
async function startPaying(request: APIRequestContext, zip: string, option: 'today' | 'tomorrow') {
  const answer = await request.post('/api/create-checkout-session', {
    data: {
      attemptKey: crypto.randomUUID(),
      productId: 'product-really-bad',
      customerInfo: {
        email: someone(),
        phone: '2125550178',
        name: 'Kim Quick',
        address: '1 Quiet St',
        city: 'Albany',
        state: 'NY',
        zip,
      },
      deliveryDetails: { option },
    },
  })
  expect(answer.status()).toBe(200)
}

test('a day that is sold out says so, and tomorrow can be chosen', async ({ page, database }) => {
  const zip = await openMarket(database, { hour: 10 })
  const { id } = await openFlorist(database, zip, 5)
  await saveZip(page, zip)
  await moveServerAlong(page)
  await page.clock.install()
  await page.goto(PATH.delivery)
  await ready(page)
  const today = page.getByRole('radio', { name: 'By end of day' })
  await today.check()
  // The florist is closed today: the page that is open learns it by itself.
  const asked = page.waitForResponse(`**/api/zip-codes/${zip}`)
  await database.execute({
    sql: `insert into shop_capacity_dates (shop_id, date, capacity)
      select ?, date(?), 0`,
    args: [id, dateIn(0)],
  })
  await page.clock.runFor(60_000)
  await asked
  await expect(page.getByRole('status')).toHaveText('Sold out for today')
  for (const name of ['Within the next hour', 'Within the next few hours', 'By end of day']) {
    await expect(page.getByRole('radio', { name })).toBeDisabled()
  }
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeDisabled()
  await page.getByRole('radio', { name: 'Tomorrow' }).check()
  await expect(page.getByRole('button', { name: 'Continue to Checkout' })).toBeEnabled()
  await expectClean(page)
})

test('a day that others are paying for says when to try again, and opens without a reload', async ({
  page,
  request,
  database,
}) => {
  const zip = await openMarket(database, { hour: 10 })
  const { marketId } = await openFlorist(database, zip, 1)
  await startPaying(request, zip, 'today')
  await saveZip(page, zip)
  await moveServerAlong(page)
  await page.clock.install()
  await page.goto(PATH.delivery)
  await ready(page)
  const held = page.getByRole('status')
  await expect(held).toHaveText(
    /^Others are paying for today’s last bouquets\. Try again at \d+(:\d\d)? [AP]M\.$/,
  )
  await expect(page.getByRole('radio', { name: 'By end of day' })).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'Tomorrow' })).toBeEnabled()
  await expectClean(page)
  // Nobody paid: the order has ended.
  await database.execute({
    sql: `update orders set payment_status = 'failed', status = 'cancelled' where market_id = ?`,
    args: [marketId],
  })
  const asked = page.waitForResponse(`**/api/zip-codes/${zip}`)
  await page.clock.runFor(60_000)
  await asked
  await expect(page.getByRole('radio', { name: 'By end of day' })).toBeEnabled()
  await expect(held).toHaveText(/^Same day delivery available/)
})

test('an admin sets what a shop can make, and sees what is left', async ({ page, database }) => {
  const zip = await openMarket(database, { hour: 10 })
  const { id, marketId } = await openFlorist(database, zip, 5)
  await signInAs(page)
  await page.goto(`/admin/shops/${id}/edit`)
  await expect(page.getByRole('heading', { name: 'Edit Shop' })).toBeVisible()
  await page.getByLabel('Monday').fill('-3')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a whole number, 0 or more')).toBeVisible()
  await page.getByLabel('Monday').fill('')
  await page.getByLabel('Per hour').fill('2')

  const dayEntry = page.getByLabel('Add a day')
  // The later one first: each number stays with its day.
  for (const [day, count] of [
    ['2031-12-24', '40'],
    ['2031-02-14', ''],
  ] as const) {
    await dayEntry.fill(day)
    await dayEntry.press('Enter')
    await page.getByLabel(day === '2031-12-24' ? 'On Wed Dec 24, 2031' : 'On Fri Feb 14, 2031').fill(count)
  }
  await expect(page.getByLabel('On Wed Dec 24, 2031')).toHaveValue('40')
  await page.getByRole('button', { name: 'Remove Fri Feb 14, 2031' }).click()
  await expect(dayEntry).toBeFocused()
  await expect(page.getByLabel('On Wed Dec 24, 2031')).toHaveValue('40')
  await expectClean(page)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: `Petals of ${zip}` })).toBeVisible()
  await expect(page.getByText('Mon no limit').first()).toBeVisible()
  await expect(page.getByText('Wed Dec 24, 2031: 40', { exact: true })).toBeVisible()
  const { body } = await callApi(page, 'GET', `/admin/shops/${id}`)
  expect(body).toMatchObject({ hourlyCapacity: 2, capacityDates: [{ capacity: 40 }] })

  await page.goto(`/admin/markets/${marketId}`)
  const table = page.getByRole('table', { name: 'Bouquets sold, held and left by day' })
  await expect(table.getByRole('row')).toHaveCount(16)
  await expect(table.getByRole('cell', { name: 'No limit' }).first()).toBeVisible()
  await expectClean(page)
})

/** A date by the market's clock, which shows 10 in the morning. */
function dateIn(daysOn: number): string {
  const ten = new Date(Date.now() + daysOn * 86_400_000)
  const ahead = (10 - ten.getUTCHours() + 24) % 24
  const offset = ahead <= 12 ? ahead : ahead - 24
  return new Date(ten.getTime() + offset * 3_600_000).toISOString().slice(0, 10)
}
