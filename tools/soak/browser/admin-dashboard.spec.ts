import type { Client } from '@libsql/client/web'
import type { Locator } from '@playwright/test'
import { drizzle } from 'drizzle-orm/libsql'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { expectClean } from '#tests/e2e/accessibility.ts'
import { assign, bought, florist } from '#tests/e2e/florist-orders.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, expectMails, intercept, ownReference, someone, test } from '#tests/e2e/shop.ts'
import { callApi, firstAdmin, openInApp, signInAs } from '#tests/e2e/staff.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { order, orderFlag } from '#tests/support/rows.ts'

const LONG_AGO = '2020-01-01T17:00:00.000Z'
const on = (database: Client) => drizzle(database, { casing: 'snake_case' })

test('the tiles and the tasks link to their screens', async ({ page, database }) => {
  await signInAs(page)
  const paid = { paymentStatus: 'paid', promisedBy: LONG_AGO } as const
  const ids = [crypto.randomUUID(), crypto.randomUUID()] as const
  const [late, owed] = [
    order({ ...paid, id: ids[0], orderReference: ownReference(), status: 'confirmed' }),
    order({ ...paid, id: ids[1], orderReference: ownReference(), status: 'cancelled' }),
  ]
  await on(database).insert(orders).values([late, owed])
  await on(database)
    .insert(orderFlags)
    .values(orderFlag({ id: owed.id, orderId: owed.id, createdAt: LONG_AGO }))

  await page.goto('/admin')
  await expect(page.getByText(`Welcome back, ${firstAdmin().email}`)).toBeVisible()
  const tiles = page.getByRole('navigation', { name: 'Overview' }).getByRole('link')
  await expect(tiles).toHaveText([/Products/, /Orders/, /Shops/, /Markets/, /Waitlist/, /Admin Users/])
  await expect(tiles.filter({ hasText: 'Markets' })).toContainText(/[1-9]/)
  const toDo = page.getByRole('region', { name: 'What to do next' })
  const show = async (kind: RegExp) => {
    const option = toDo.getByRole('option', { name: kind })
    await toDo.getByLabel('Show').selectOption((await option.getAttribute('value')) ?? '')
  }
  const taskOf = ({ orderReference }: typeof late) =>
    toDo.getByRole('listitem').filter({ hasText: orderReference })
  await show(/^Needs refund/)
  await expect(taskOf(owed)).toContainText(`Refund $63.58 for ${owed.orderReference}`)
  await taskOf(owed)
    .getByRole('link', { name: `Refund ${owed.orderReference}` })
    .click()
  await expect(page.getByRole('heading', { name: owed.orderReference })).toBeVisible()
  await expect(page).toHaveURL(`/admin/orders/${owed.id}`)
  await page.goBack()
  await show(/^To assign/)
  await expect(taskOf(late)).toContainText('New York, by Jan 1, 2020')
  await expect(taskOf(late)).toContainText(/late by [\d,]+ d/)
  await taskOf(late)
    .getByRole('link', { name: `Assign to Shop ${late.orderReference}` })
    .click()
  await expect(page).toHaveURL(`/admin/assign-orders/select-shop/${late.id}`)
  await expect(page.getByRole('region', { name: late.orderReference })).toBeVisible()
  await page.goBack()
  await tiles.filter({ hasText: 'Admin Users' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()

  for (const id of ids) {
    await database.execute({ sql: 'delete from order_flags where order_id = ?', args: [id] })
    await database.execute({ sql: 'delete from orders where id = ?', args: [id] })
  }
})

test('sends a failed email again, once', async ({ page, database }) => {
  await signInAs(page)
  const email = someone()
  const entry = { email, city: 'Boston', state: 'MA', zipCode: '02108' }
  await callApi(page, 'POST', '/waitlist', entry)
  await expectMails(email, 1)
  const { body } = await callApi(page, 'GET', `/admin/waitlist?q=${email}`)
  const [row] = body['rows'] as { id: string }[]
  const message = outboxMessage({
    id: crypto.randomUUID(),
    dedupeKey: crypto.randomUUID(),
    kind: 'waitlist-receipt',
    recipient: email,
    payload: { entryId: row?.id },
    status: 'failed',
    attempts: 9,
    lastError: 'The mail provider did not answer',
  })
  const latest = { createdAt: new Date().toISOString(), updatedAt: '2999-01-01T00:00:00.000Z' }
  await on(database)
    .insert(outbox)
    .values({ ...message, ...latest })

  await page.goto('/admin')
  await page.getByRole('combobox', { name: 'Show' }).selectOption('email')
  const failed = page.getByRole('listitem').filter({ hasText: email })
  await expect(failed).toContainText('The mail provider did not answer')
  await expect(failed).toContainText('after 9 tries')
  await failed.getByRole('button', { name: /^Send again/ }).dblclick()
  await expect(toasts(page).getByText('Sending the email again').first()).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expectMails(email, 2)
})

test('the chart of 14 days is readable by keyboard and as a table', async ({ page }) => {
  await signInAs(page)
  await page.goto('/admin')
  const sales = page.getByRole('region', { name: 'Last 14 days' })
  const day = sales.getByRole('slider', { name: 'Day' })
  await day.focus()
  await expect(day).toHaveAttribute('aria-valuetext', /^Today: [\d,]+ orders?, \$[\d,.]+$/)
  await page.keyboard.press('ArrowLeft')
  await expect(day).toHaveAttribute('aria-valuetext', /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) \w+ \d+: /)
  const selectedDay = await day.getAttribute('aria-valuetext')
  await expect(sales.getByText(selectedDay ?? '', { exact: true })).toBeVisible()
  await sales.getByText('Show as a table').click()
  await expect(sales.getByRole('row')).toHaveCount(15)
})

test('refreshes every 20 seconds, but not in a hidden tab', async ({ page }) => {
  await signInAs(page)
  let asked = 0
  page.on('request', (request) => {
    asked += Number(request.url().endsWith('/api/admin/dashboard'))
  })
  await page.clock.install()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
  // The page brought the first answer along.
  expect(asked).toBe(0)
  await page.clock.runFor(21_000)
  await expect.poll(() => asked).toBe(1)
  const show = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(180_000)
  expect(asked).toBe(1)
  await show('visible')
  await expect.poll(() => asked).toBe(2)
})

test('what waits for a florist is one list by time left', async ({ page, database }) => {
  await signInAs(page)
  const shop = await florist(page, null, { phone: '(212) 555-0142' })
  const early = await bought(database, { promisedBy: '2019-12-30T17:00:00.000Z' })
  const earliest = await bought(database, { promisedBy: '2019-12-29T17:00:00.000Z' })
  await assign(page, earliest, shop.id)
  await page.goto('/admin')
  const toDo = page.getByRole('region', { name: 'What to do next' })
  const tasks = toDo.getByRole('listitem')
  const at = async (text: string) =>
    (await tasks.allTextContents()).findIndex((content) => content.includes(text))
  await expect(tasks.filter({ hasText: early.orderReference })).toContainText('late by')
  expect(await at(earliest.orderReference)).toBe((await at(early.orderReference)) - 1)
  const call = tasks.filter({ hasText: `Call ${shop.name} about ${earliest.orderReference}` })
  await expect(call.getByRole('link', { name: `Call ${shop.name}` })).toHaveAttribute(
    'href',
    'tel:+12125550142',
  )
  await call.getByRole('link', { name: `Open order ${earliest.orderReference}` }).click()
  await expect(page.getByRole('heading', { name: earliest.orderReference })).toBeVisible()
  await expect(page).toHaveURL(`/admin/orders/${earliest.id}`)
  for (const { id } of [early, earliest]) {
    await database.execute({ sql: "update orders set status = 'cancelled' where id = ?", args: [id] })
  }
})

test('only the main button of the first task stands out, of all kinds and of one', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const orders = [await bought(database), await bought(database)]
  await page.goto('/admin')
  const toDo = page.getByRole('region', { name: 'What to do next' })
  const filled = (within: Locator) => within.locator('.button:not(.button-quiet)')
  await expect(toDo.getByRole('listitem').nth(1)).toBeVisible()
  await expect(filled(toDo.locator('li:not(:first-child)'))).toHaveCount(0)
  await toDo.getByRole('combobox', { name: 'Show' }).selectOption('assign')
  await expect(toDo.getByRole('listitem').nth(1)).toBeVisible()
  await expect(filled(toDo.getByRole('listitem').first())).toHaveText('Assign to Shop')
  await expect(filled(page.getByRole('main'))).toHaveCount(1)
  for (const { id } of orders) {
    await database.execute({ sql: "update orders set status = 'cancelled' where id = ?", args: [id] })
  }
})

test('says kindly that there is nothing to do', async ({ page }) => {
  await signInAs(page)
  await page.route('**/api/admin/dashboard', async (route) => {
    const body = await (await route.fetch()).json()
    const nothing = { total: 0, capped: false, rows: [] }
    for (const list of [
      'inDanger',
      'nobodyThere',
      'toAssign',
      'waitingForFlorist',
      'overdue',
      'needsRefund',
      'disputed',
      'toPay',
      'failedMessages',
    ]) {
      body[list] = nothing
    }
    await route.fulfill({ json: body })
  })
  await openInApp(page, '/admin')
  const region = page.getByRole('region', { name: 'Nothing to do' })
  await expect(region).toContainText('Everyone has been apologized to.')
  await expectClean(page)
  await page.unrouteAll({ behavior: 'wait' })
})

test.describe(() => {
  test.use({ refusals: true })

  test('a failed refresh shows a message and keeps the data', async ({ page }) => {
    await signInAs(page)
    await page.clock.install()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
    const letThrough = await intercept(page, '**/api/admin/dashboard', (route) => route.abort())
    await page.clock.runFor(25_000)
    await expect(page.getByRole('alert')).toContainText('Failed to load the dashboard')
    await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
    letThrough()
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
