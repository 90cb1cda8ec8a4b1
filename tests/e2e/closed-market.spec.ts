import type { Page } from '@playwright/test'
import { expectClean } from './accessibility.ts'
import { openMarket, PATH, saveZip } from './flow.ts'
import { expect, ready, someone, test } from './shop.ts'

// A market that is paused, or closed today and tomorrow: said at the gate and at each step, the bouquets can be looked at.

const REASON = 'Our florists are snowed in until Thursday.'
const closedNotice = (page: Page, zip: string) =>
  page.getByText(`We’re not taking orders in Market ${zip} right now.`)
const remind = (page: Page) => page.getByRole('link', { name: 'Tell me when you are open again' })

async function check(page: Page, zip: string): Promise<void> {
  await page.goto('/?change=1')
  await page.getByLabel('ZIP code').first().fill(zip)
  await page.getByRole('button', { name: 'Check Availability' }).click()
}

test('a paused market: the gate shows the reason and opens the waitlist with the ZIP code', async ({
  page,
  database,
}) => {
  const zip = await openMarket(database, { pausedReason: REASON })
  await check(page, zip)
  await expect(closedNotice(page, zip)).toBeVisible()
  await expect(page.getByText(REASON)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/\\?closed=${zip}$`))
  await expect(page.getByLabel('ZIP code').first()).toHaveValue(zip)
  await expectClean(page)

  await remind(page).click()
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
  await expect(dialog.getByLabel('ZIP code')).toHaveValue(zip)
  await expect(
    dialog.getByText('Tell us where you are and we’ll email you when we’re open again.'),
  ).toBeVisible()
  const email = someone()
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('City').fill('Albany')
  await dialog.getByLabel('State').selectOption('NY')
  await dialog.getByRole('button', { name: 'Join the Waitlist' }).click()
  await expect(dialog).toBeHidden()
  const { rows } = await database.execute({
    sql: 'select zip_code from waitlist where email = ?',
    args: [email],
  })
  expect(rows).toMatchObject([{ zip_code: zip }])
})

test('a paused market: the bouquets are visible, and every later step shows the reason', async ({
  page,
  database,
}) => {
  const zip = await openMarket(database, { pausedReason: REASON })
  await check(page, zip)
  await page.getByRole('link', { name: 'Look at the bouquets' }).click()
  await expect(page).toHaveURL(new RegExp(`/home\\?closed=${zip}$`))
  await expect(page.getByText(`We’re not taking orders for ${zip} right now.`)).toBeVisible()
  await expect(remind(page)).toBeVisible()
  await page.getByRole('radio', { name: 'Really Bad' }).check()
  await page.getByRole('button', { name: 'Complete Purchase' }).click()
  await page.waitForURL('**/delivery-options?**')
  await expect(closedNotice(page, zip)).toBeVisible()
  await expect(page.getByText(REASON)).toBeVisible()
  await expectClean(page)

  await page.goto(PATH.payment())
  await expect(closedNotice(page, zip)).toBeVisible()
  await remind(page).click()
  const dialog = page.getByRole('dialog', { name: 'Join the Waitlist' })
  await expect(dialog.getByText('we’ll email you when we’re open again')).toBeVisible()
  await expect(dialog.getByText('From your checkout: Extremely Bad')).toBeVisible()
})

test('a saved ZIP code of a paused market stays at the gate, until the market is open again', async ({
  page,
  database,
}) => {
  const zip = await openMarket(database, { pausedReason: REASON })
  await saveZip(page, zip)
  await page.goto('/')
  await expect(closedNotice(page, zip)).toBeVisible()
  // Otherwise the load event that is waited for is this page's, and the answer to the press comes after the next step.
  await page.waitForLoadState()
  // Asked once more, it is answered once more.
  await Promise.all([
    page.waitForEvent('load'),
    page.getByRole('button', { name: 'Check Availability' }).click(),
  ])
  await expect(closedNotice(page, zip)).toBeVisible()
  await database.execute({
    sql: 'update markets set paused_reason = null where name = ?',
    args: [`Market ${zip}`],
  })
  await page.goto(`/?closed=${zip}`)
  await page.waitForURL('**/home')
  await page.goto('/')
  await page.waitForURL('**/home')
})

for (const closed of ['today', 'tomorrow'] as const) {
  test(`a market that is closed ${closed} only is not paused: the gate opens`, async ({ page, database }) => {
    await check(page, await openMarket(database, { hour: 10, closed }))
    await page.waitForURL('**/home')
    await page.goto(PATH.delivery)
    await ready(page)
    await expect(page.getByText(/^Our florists are closed/).first()).toBeVisible()
    await expect(remind(page)).toHaveCount(0)
  })
}

test('past the cut-off with tomorrow closed, shows both reasons and accepts no order', async ({
  page,
  database,
}) => {
  const zip = await openMarket(database, { hour: 15, closed: 'tomorrow' })
  await check(page, zip)
  await expect(closedNotice(page, zip)).toBeVisible()
  await expect(
    page.getByText(/Same day delivery not available after 2pm .*\. Our florists are closed tomorrow\./),
  ).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a paused market: the gate gives the reason, the waitlist and the bouquets are one link away', async ({
    page,
    database,
  }) => {
    const zip = await openMarket(database, { pausedReason: REASON })
    await check(page, zip)
    await expect(closedNotice(page, zip)).toBeVisible()
    await expect(page.getByText(REASON)).toBeVisible()
    await remind(page).click()
    const form = page.getByRole('region', { name: 'Join the Waitlist' })
    await expect(form.getByLabel('ZIP code')).toHaveValue(zip)
    await expect(form.getByText('we’ll email you when we’re open again')).toBeVisible()

    await check(page, zip)
    await page.getByRole('link', { name: 'Look at the bouquets' }).click()
    await expect(remind(page)).toBeVisible()
    await page.goto(PATH.delivery)
    await expect(closedNotice(page, zip)).toBeVisible()
    await page.goto(PATH.payment())
    await expect(closedNotice(page, zip)).toBeVisible()
  })
})
