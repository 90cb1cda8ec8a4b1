import type { Client } from '@libsql/client/web'
import type { APIRequestContext } from '@playwright/test'
import { expectClean, expectCleanInSoak, expectFits } from '#tests/e2e/accessibility.ts'
import { atProvider, placed } from '#tests/e2e/confirmation.ts'
import { assign, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { AT, expect, mailTo, runScheduled, someone, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'

// A promise in danger: the florist is late, the owner asks, the buyer chooses without JavaScript.

/** A paid order, for tomorrow. */
async function bought(request: APIRequestContext, database: Client, buyer: string) {
  await atProvider(await placed(request, buyer), 'pay', '4242424242424242')
  const sql =
    "select id, order_reference, total_cents from orders where customer_email = ? and payment_status = 'paid'"
  const look = async () => (await database.execute({ sql, args: [buyer] })).rows[0]
  await expect.poll(look).toBeDefined()
  const row = await look()
  return {
    id: String(row?.['id']),
    reference: String(row?.['order_reference']),
    totalCents: Number(row?.['total_cents']),
  }
}

/** The newest link to a page in the messages to an address. */
async function linkIn(email: string, path: RegExp): Promise<string> {
  const find = async () =>
    (await mailTo(email)).map(({ text }) => path.exec(text)?.[0]).find((link) => link !== undefined)
  if (!(await find())) await runScheduled()
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}

test('late, asked, and another day chosen without JavaScript', async ({
  page,
  context,
  browser,
  request,
  database,
}) => {
  const buyer = someone()
  const order = await bought(request, database, buyer)
  await signInAs(page)
  const shop = await florist(page, someone())
  await assign(page, order, shop.id)

  const phone = await context.newPage()
  await phone.goto(await linkIn(shop.email, /http\S+\/florist\?token=\S+/))
  await phone.getByRole('button', { name: 'Accept' }).click()
  await expect(phone.getByText('It’s yours.')).toBeVisible()
  await phone.getByRole('button', { name: 'I will be late' }).click()
  const late = phone.getByRole('dialog', { name: 'When will it be there?' })
  const time = late.getByLabel('New time, by the clock of the delivery')
  // Half an hour later is proposed; each press says what it would be.
  const proposed = await time.inputValue()
  const hourLater = late.getByRole('button', { name: /^\+60 min/ })
  const inAnHour = (await hourLater.textContent())?.replace('+60 min', '').trim() ?? ''
  expect(inAnHour).toMatch(/^\d+(:\d\d)? [AP]M$/)
  await hourLater.click()
  expect(await time.inputValue()).not.toBe(proposed)
  const given = await time.inputValue()
  await time.fill('2020-01-01T10:00')
  await late.getByRole('button', { name: 'Send' }).click()
  await expect(late.getByRole('alert')).toContainText('Please choose a time that is still to come')
  await hourLater.click()
  await expect(time).toHaveValue(given)
  await expect(late.getByRole('alert')).toBeHidden()
  await expectClean(phone, 'the new time')
  await late.getByRole('button', { name: 'Send' }).click()
  await expect(phone.getByText(/^You said .* EST\./)).toBeVisible()
  await expect(late).toBeHidden()
  // The time that the florist gave is the promise from now on, and the old one is small.
  const promise = phone.getByRole('region', { name: 'What and when' })
  await expect(promise).toContainText(inAnHour)
  await expect(promise).toContainText(/Before: .* EST/)
  await expectFits(phone, 'late')
  await expectCleanInSoak(phone, 'late')

  await page.goto('/admin')
  const toDo = page.getByRole('region', { name: 'What to do next' })
  const task = toDo.getByRole('listitem').filter({ hasText: `Ask the buyer of ${order.reference}` })
  await expect(task).toContainText('The florist will be late.')
  await expect(task.getByRole('link')).toHaveCount(1)
  await task.getByRole('link').click()
  await expect(page.getByRole('heading', { name: order.reference })).toBeVisible()
  const danger = page.getByRole('region', { name: 'Promise in danger' })
  await expect(danger).toContainText('The florist will be late.')
  await expectCleanInSoak(page, 'the order in danger')
  await danger.getByRole('button', { name: 'Ask the buyer' }).click()
  const dialog = page.getByRole('dialog', { name: `Ask the buyer of ${order.reference}` })
  await expect(dialog.getByLabel(/^New time to wait for/)).toHaveValue(given)
  await expectCleanInSoak(page, 'the question to the buyer')
  await dialog.getByRole('button', { name: 'Ask the buyer' }).click()
  await expect(toasts(page).getByText('Sam Sorry was asked')).toBeVisible()
  await expect(danger).toContainText('The buyer was asked')
  await expect(danger.getByRole('button')).toHaveCount(0)

  const link = await linkIn(buyer, /http\S+\/choice\?token=\S+/)
  const shopper = await context.newPage()
  // Both pages of the order lead there; the shared one does not have the link.
  await shopper.goto(await linkIn(buyer, /http\S+\/track\?token=\S+/))
  await expect(shopper.getByRole('heading', { name: 'We may be late.' })).toBeVisible()
  await expect(shopper.getByRole('link', { name: 'Email me my links' })).toBeVisible()
  await expectFits(shopper, 'the tracking page while the buyer is asked')
  await shopper.goto(await linkIn(buyer, /http\S+\/manage\?token=\S+/))
  await expect(shopper.getByRole('heading', { name: 'We may be late.' })).toBeVisible()
  await expectFits(shopper, 'the manage page while the buyer is asked')
  await shopper.getByRole('link', { name: 'Choose now' }).click()
  await expect(shopper).toHaveURL(link)
  await expect(shopper.getByRole('heading', { name: 'We owe you an apology.' })).toBeVisible()
  await expect(shopper.getByRole('radio', { name: 'Wait' })).toBeVisible()
  await expectFits(shopper, 'the choice')
  await expectCleanInSoak(shopper, 'the choice')

  const watching = await browser.newContext()
  const watched = await watching.newPage()
  await watched.clock.install()
  await watched.goto(link)
  const countdown = watched.locator('[data-deadline]:visible')
  await expect(countdown).toHaveText(/^\d+ h( \d+ min)?$/)
  const left = (await countdown.textContent()) ?? ''
  await watched.clock.fastForward('02:00')
  await expect(countdown).not.toHaveText(left)
  await watching.close()

  const unscripted = await browser.newContext({ javaScriptEnabled: false })
  const plain = await unscripted.newPage()
  await plain.goto(link)
  await expect(plain.getByLabel('Which day')).toBeHidden()
  // Without a script the time itself is there.
  await expect(plain.locator('[data-deadline]:visible')).toHaveCount(0)
  await expect(plain.getByText(/^until .* EST$/).filter({ visible: true })).toHaveCount(1)
  await plain.getByRole('button', { name: 'Confirm my choice' }).click()
  await expect(plain.getByRole('alert')).toHaveText('Please choose one')
  await plain.getByRole('radio', { name: 'Another day' }).check()
  await plain.getByLabel('Which day').selectOption({ index: 3 })
  await plain.getByRole('button', { name: 'Confirm my choice' }).click()
  await expect(plain.getByRole('heading', { name: 'A new day it is.' })).toBeVisible()
  // Made once: reloaded, opened again, or sent again from a page that was open before.
  await plain.goto(link)
  await expect(plain.getByRole('heading', { name: 'A new day it is.' })).toBeVisible()
  await unscripted.close()
  await shopper.getByRole('radio', { name: 'Cancel' }).check()
  await shopper.getByRole('button', { name: 'Confirm my choice' }).click()
  await expect(shopper.getByRole('heading', { name: 'A new day it is.' })).toBeVisible()
  await expect(shopper.getByRole('alert')).toContainText('Nothing was changed.')
  await expectCleanInSoak(shopper, 'the choice that is made')

  await page.reload()
  await expect(page.getByText('The buyer chose another day')).toBeVisible()
  await expect(danger).toHaveCount(0)
  await expect(page.getByText('Unassigned', { exact: true })).toBeVisible()
})

test.describe(() => {
  // The first time is refused.
  test.use({ refusals: true })

  test('cancelled by the buyer: the money goes back, and a forged link says that it opens nothing', async ({
    page,
    request,
    database,
  }) => {
    const buyer = someone()
    const order = await bought(request, database, buyer)
    await database.execute({
      sql: 'update orders set promised_by = ? where id = ?',
      args: [new Date(Date.now() + 20 * 60_000).toISOString(), order.id],
    })
    await signInAs(page)
    await page.goto(`/admin/orders/${order.id}`)
    const danger = page.getByRole('region', { name: 'Promise in danger' })
    await expect(danger).toContainText('too little time')
    await danger.getByRole('button', { name: 'Ask the buyer' }).click()
    const dialog = page.getByRole('dialog', { name: `Ask the buyer of ${order.reference}` })
    await dialog.getByLabel(/^New time to wait for/).fill('2020-01-01T10:00')
    await dialog.getByRole('button', { name: 'Ask the buyer' }).click()
    await expect(dialog.getByText('Please choose a time that is still to come')).toBeVisible()
    await dialog.getByLabel(/^New time to wait for/).fill('')
    await dialog.getByRole('button', { name: 'Ask the buyer' }).dblclick()
    await expect(danger).toContainText('The buyer was asked')

    const link = await linkIn(buyer, /http\S+\/choice\?token=\S+/)
    await page.goto(link)
    await expect(page.getByRole('radio', { name: 'Wait' })).toHaveCount(0)
    await page.getByRole('radio', { name: 'Cancel' }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cancelled, as you asked.' })).toBeVisible()
    const status = async () => {
      const sql = 'select status, payment_status from orders where id = ?'
      return (await database.execute({ sql, args: [order.id] })).rows[0]
    }
    await expect.poll(status).toMatchObject({ status: 'cancelled', payment_status: 'refunded' })

    for (const forged of ['', '?token=', `?token=${'x'.repeat(43)}`, `?token=${'x'.repeat(4000)}`]) {
      await page.goto(`${AT.shop}/choice${forged}`)
      await expect(page.getByRole('heading', { name: 'This link doesn’t work.' })).toBeVisible()
    }
    await expectClean(page, 'an unknown link')
  })
})
