import type { Page } from '@playwright/test'
import { expectClean } from '#tests/e2e/accessibility.ts'
import { openMarket, saveZip } from '#tests/e2e/flow.ts'
import { expect, someone, test } from '#tests/e2e/shop.ts'

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
