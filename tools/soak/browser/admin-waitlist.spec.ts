import { readFileSync } from 'node:fs'
import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, expectMails, mailTo, ownZip, someone, test } from '#tests/e2e/shop.ts'
import { callApi, openFilters, signInAs } from '#tests/e2e/staff.ts'

async function joins(page: Page, email: string, where = {}): Promise<void> {
  const entry = { email, city: 'Boston', state: 'MA', zipCode: '02108', ...where }
  expect((await callApi(page, 'POST', '/waitlist', entry)).status).toBe(200)
}

test('finds, reads, marks, filters and exports waitlist entries', async ({ page }) => {
  await signInAs(page)
  const email = someone()
  const story = '<img src=x onerror="window.hurt=1">\n=HYPERLINK("x")'
  await joins(page, email, { story })
  await page.goto('/admin/waitlist')
  await page.getByRole('searchbox', { name: 'Search waitlist' }).fill(email.toUpperCase())
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').last()).toContainText('Boston, MA')
  await expect(page.getByRole('row').last()).toContainText('Pending')

  await openFilters(page)
  await page.getByRole('radio', { name: 'Contacted' }).check()
  await expect(page).toHaveURL(/contacted=yes/)
  await expect(page.getByText('No matches for')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('radio', { name: 'All' })).toBeChecked()
  await page.getByRole('link', { name: email }).click()

  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  await expect(page.getByText('Pending Contact')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Their Story' })).toContainText('<img src=x')
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false)
  await page.getByRole('button', { name: 'Mark Contacted' }).dblclick()
  await expect(page.getByRole('button', { name: 'Mark Uncontacted' })).toBeVisible()
  await expect(toasts(page).getByText('Marked as contacted')).toBeVisible()
  await expect(page.getByText('Pending Contact')).toHaveCount(0)

  await page.goto(`/admin/waitlist?q=${email}&contacted=yes`)
  await expect(page.getByRole('row').last()).toContainText('Contacted')
  await page.reload()
  await openFilters(page)
  await expect(page.getByRole('radio', { name: 'Contacted' })).toBeChecked()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^waitlist-\d{4}-\d\d-\d\d\.csv$/)
  const csv = readFileSync(await download.path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(email)

  await page.getByRole('link', { name: email }).click()
  await page.getByRole('button', { name: 'Mark Uncontacted' }).click()
  await expect(page.getByText('Pending Contact')).toBeVisible()
  await page.getByRole('link', { name: 'Back to List' }).click()
  await expect(page.getByRole('heading', { name: 'Waitlist', level: 1 })).toBeVisible()
})

test('notifies a waiting city once when it is served', async ({ page, database }) => {
  await signInAs(page)
  const zipCode = ownZip()
  const [first, second] = [someone(), someone()]
  const city = `Nowhere ${zipCode}`
  await joins(page, first, { zipCode, city })
  await joins(page, second, { zipCode, city })
  await page.goto('/admin/waitlist')
  await page.getByRole('link', { name: 'Where to open next' }).click()
  await expect(page.getByRole('heading', { name: 'Where to open next' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: city })
  await expect(row).toContainText(`${zipCode} (2)`)
  await expect(row).toContainText('No market yet')
  await expect(row.getByRole('button', { name: 'Notify' })).toHaveCount(0)

  await serve(database, zipCode)
  await page.reload()
  const button = row.getByRole('button', { name: `Notify people waiting in ${city}, MA` })
  await button.click()
  const question = page.getByRole('alertdialog', { name: `Notify people waiting for ${zipCode}?` })
  await expect(question).toContainText('2 entries are waiting')
  await question.getByRole('button', { name: 'Not now' }).click()
  await button.click()
  await question.getByRole('button', { name: 'Notify' }).dblclick()
  await expect(page.getByText('Notifying 2 people')).toBeVisible()
  await expect(button).toHaveCount(0)
  await expectMails(second, 2)
  const emails = (await mailTo(second)).filter(({ text }) => text.includes(zipCode))
  expect(emails.some(({ text }) => /unsubscribe|leave/i.test(text))).toBe(true)

  await row.getByRole('link', { name: city }).click()
  await expect(page).toHaveURL(/\?q=Nowhere/)
  await expect(page.getByRole('row')).toHaveCount(3)
})

test.describe(() => {
  test.use({ refusals: true })

  test('shows missing, refused and failed requests', async ({ page, database }) => {
    await signInAs(page)
    await page.goto('/admin/waitlist/nobody')
    await expect(page.getByText('Waitlist entry not found')).toBeVisible()

    // The ZIP code leaves its market while the dialog is open.
    const zipCode = ownZip()
    await joins(page, someone(), { zipCode, city: `Elsewhere ${zipCode}` })
    await serve(database, zipCode)
    await page.goto('/admin/waitlist/demand')
    await page.getByRole('button', { name: `Notify people waiting in Elsewhere ${zipCode}, MA` }).click()
    await database.execute({ sql: 'delete from market_zipcodes where zipcode = ?', args: [zipCode] })
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Notify' }).click()
    await expect(question.getByRole('alert')).toHaveText(
      `No open market serves ${zipCode} yet. Nobody was emailed.`,
    )
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()

    const failure = { code: 'unknown', message: 'Failed to export the waitlist', issues: [], requestId: 'r' }
    await page.route('**/api/admin/waitlist/csv*', (route) =>
      route.fulfill({ status: 500, json: { error: failure } }),
    )
    await page.goto('/admin/waitlist')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    await expect(page.getByText('Failed to export the waitlist').first()).toBeVisible()
  })
})

async function serve(database: Client, zipCode: string): Promise<void> {
  await database.execute({
    sql: "insert into market_zipcodes (zipcode, market_id) values (?, 'market-sf')",
    args: [zipCode],
  })
}
