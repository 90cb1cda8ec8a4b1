import type { Client } from '@libsql/client/web'
import { expectClean, expectCleanInSoak, expectFits } from '#tests/e2e/accessibility.ts'
import { assign, bought, florist, linkTo } from '#tests/e2e/florist-orders.ts'
import { openMarket } from '#tests/e2e/flow.ts'
import { expect, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// Florists who must answer: where it is switched on, what an assignment shows, and what a florist reads.

async function marketOf(database: Client, zip: string): Promise<string> {
  const sql = 'select market_id as id from market_zipcodes where zipcode = ?'
  const { rows } = await database.execute({ sql, args: [zip] })
  return String(rows[0]?.['id'])
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('an admin lets a market ask for answers and assign by itself', async ({ page, database }) => {
  // The form takes zones of the States.
  const zip = await openMarket(database, { zone: 'America/New_York' })
  const id = await marketOf(database, zip)
  await signInAs(page)
  await florist(page, null, { marketId: id })
  await page.goto(`/admin/markets/${id}/edit`)
  await expect(page.getByRole('heading', { name: 'Edit Market' })).toBeVisible()
  const asks = page.getByRole('checkbox', { name: 'Require a response' })
  const assigns = page.getByRole('checkbox', { name: 'Assign automatically' })
  await expect(asks).not.toBeChecked()
  await assigns.check()
  await expect(asks).toBeChecked()
  await asks.uncheck()
  await expect(assigns).not.toBeChecked()
  await assigns.check()

  const minutes = page.getByLabel('Within the next hour *')
  await expect(minutes).toHaveValue('8')
  await minutes.fill('0')
  await page.getByLabel('Hours the buyer has to choose *').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Please enter a whole number of minutes from 1 to 1,440')).toBeVisible()
  await expect(page.getByText('Please enter a whole number of hours from 1 to 168')).toBeVisible()
  await expect(minutes).toBeFocused()
  await expectClean(page)
  await minutes.fill('6')
  await page.getByLabel('Hours the buyer has to choose *').fill('12')
  await page.getByLabel('Ask the buyer after (minutes)').fill('15')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('heading', { name: `Market ${zip}` })).toBeVisible()
  await expect(page.getByText('Assigned automatically, with a deadline')).toBeVisible()
  await expect(page.getByText('The buyer is asked after 15 min and has 12 h to choose')).toBeVisible()
  await expectCleanInSoak(page)
  await expectFits(page, 'market')
})

test('an assignment warns above capacity, and the florist has a deadline', async ({
  page,
  context,
  database,
}) => {
  const zip = await openMarket(database, { zone: 'America/New_York' })
  const marketId = await marketOf(database, zip)
  await database.execute({ sql: 'update markets set asks_for_answer = 1 where id = ?', args: [marketId] })
  await signInAs(page)
  const day = Object.fromEntries(['0', '1', '2', '3', '4', '5', '6'].map((key) => [key, 1]))
  const shop = await florist(page, someone(), { marketId, defaultPercentage: 72, weekdayCapacity: day })
  const promised = { marketId, deliveryZip: zip, promisedBy: inMinutes(24 * 60), isSample: false }
  await assign(page, await bought(database, promised), shop.id)

  const order = await bought(database, promised)
  await page.goto(`/admin/assign-orders/select-shop/${order.id}`)
  await expect(page.getByRole('heading', { name: 'Select Shop' })).toBeVisible()
  await page.getByLabel('2. Shop').selectOption(shop.id)
  await expect(page.getByText(/^This shop can make 1 bouquet on .+ and has 1 already\./)).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm Assignment' })).toBeVisible()
  await expect(page.getByRole('radio', { name: '72/28' })).toBeChecked()
  await expect(page.getByText('You can assign it nevertheless.')).toBeVisible()
  await expectClean(page)
  await page.getByRole('button', { name: 'Confirm Assignment' }).click()
  await expect(page.getByText(`${shop.name} has this order now`)).toBeVisible()

  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByText(/has to answer by/)).toBeVisible()
  await expect(page.getByText(/^shop .+, answer by \w{3} \d+, \d{4} at .+ EST$/)).toBeVisible()

  const phone = await context.newPage()
  const link = await linkTo('/florist', shop.email)
  await phone.goto(link)
  await expect(phone.getByRole('status')).toContainText(
    /Please answer by .+ EST\. After that we ask another florist\./,
  )
  await expectFits(phone, 'asked')

  await database.execute({
    sql: 'update shop_orders set answer_by = ? where order_id = ?',
    args: [inMinutes(-1), order.id],
  })
  await runScheduled()
  await phone.reload()
  await expect(phone.getByRole('status')).toContainText('no other florist has it yet')
  await expect(phone.getByRole('button', { name: 'Accept' })).toBeVisible()
  await expectCleanInSoak(phone)
  await page.reload()
  await expect(page.getByText('no answer', { exact: true })).toBeVisible()
  await expect(page.getByText('No answer, assigned')).toBeVisible()

  await page.goto(`/admin/shops/${shop.id}`)
  const record = page.getByRole('region', { name: 'Last 90 days' })
  await expect(record.getByText('Offered')).toBeVisible()
  await expect(record.getByText('No answer')).toBeVisible()
  await expectCleanInSoak(page)
})
