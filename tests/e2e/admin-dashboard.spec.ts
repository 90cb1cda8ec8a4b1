import type { Client } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderFlags, orders } from '#drizzle/schema/orders.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { order, orderFlag } from '#tests/support/rows.ts'
import { toasts } from './flow.ts'
import { expect, mailTo, someone, test } from './shop.ts'
import { callApi, firstAdmin, signInAs } from './staff.ts'

const LONG_AGO = '2020-01-01T17:00:00.000Z'
const some = () => crypto.randomUUID()
const on = (database: Client) => drizzle(database, { casing: 'snake_case' })

test('the tiles and the tasks link to their screens', async ({ page, database }) => {
  await signInAs(page)
  const id = some()
  const orderReference = `ORD-${id.slice(0, 8).toUpperCase()}`
  const late = order({ id, orderReference, paymentStatus: 'paid', status: 'confirmed', promisedBy: LONG_AGO })
  await on(database).insert(orders).values(late)
  await on(database)
    .insert(orderFlags)
    .values(orderFlag({ id, orderId: id, createdAt: LONG_AGO }))

  await page.goto('/admin')
  await expect(page.getByText(`Welcome back, ${firstAdmin().email}`)).toBeVisible()
  const tiles = page.getByRole('navigation', { name: 'Overview' }).getByRole('link')
  await expect(tiles).toHaveText([/Products/, /Orders/, /Shops/, /Markets/, /Waitlist/, /Admin Users/])
  await expect(tiles.filter({ hasText: 'Markets' })).toContainText(/[1-9]/)
  const overdue = page.getByRole('region', { name: /^Overdue/ })
  await expect(overdue.getByRole('listitem').filter({ hasText: orderReference })).toContainText(
    'New York, was promised by Jan 1, 2020 at 12:00 PM',
  )
  await expect(page.getByRole('region', { name: /^To assign/ })).toContainText(orderReference)
  const refund = page.getByRole('region', { name: /^Needs refund/ })
  await expect(refund.getByRole('listitem').filter({ hasText: orderReference })).toContainText('$63.58')
  await overdue.getByRole('link', { name: orderReference }).click()
  await expect(page).toHaveURL(`/admin/orders/${id}`)
  await expect(page.getByRole('heading', { name: orderReference })).toBeVisible()
  await page.goBack()
  await tiles.filter({ hasText: 'Admin Users' }).click()
  await expect(page.getByRole('heading', { name: 'Admin Users' })).toBeVisible()

  await database.execute({ sql: 'delete from order_flags where order_id = ?', args: [id] })
  await database.execute({ sql: 'delete from orders where id = ?', args: [id] })
})

test('sends a failed email again, once', async ({ page, database }) => {
  await signInAs(page)
  const email = someone()
  const entry = { email, city: 'Boston', state: 'MA', zipCode: '02108' }
  await callApi(page, 'POST', '/waitlist', entry)
  await expect.poll(async () => (await mailTo(email)).length).toBe(1)
  const { body } = await callApi(page, 'GET', `/admin/waitlist?q=${email}`)
  const [row] = body['rows'] as { id: string }[]
  const message = outboxMessage({
    id: some(),
    dedupeKey: some(),
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
  const failed = page.getByRole('listitem').filter({ hasText: email })
  await expect(failed).toContainText('The mail provider did not answer')
  await expect(failed).toContainText('after 9 tries')
  await failed.getByRole('button', { name: /^Send again/ }).dblclick()
  await expect(toasts(page).getByText('Sending the email again').first()).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect.poll(async () => (await mailTo(email)).length).toBe(2)
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

test('refreshes every minute, but not in a hidden tab', async ({ page }) => {
  await signInAs(page)
  let asked = 0
  page.on('request', (request) => {
    asked += Number(request.url().endsWith('/api/admin/dashboard'))
  })
  await page.clock.install()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
  expect(asked).toBe(1)
  await page.clock.runFor(61_000)
  await expect.poll(() => asked).toBe(2)
  const show = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    }, state)
  await show('hidden')
  await page.clock.runFor(180_000)
  expect(asked).toBe(2)
  await show('visible')
  await expect.poll(() => asked).toBe(3)
})

test.describe(() => {
  test.use({ refusals: true })

  test('a failed refresh shows a message and keeps the data', async ({ page }) => {
    await signInAs(page)
    await page.clock.install()
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
    await page.route('**/api/admin/dashboard', (route) => route.abort())
    await page.clock.runFor(65_000)
    await expect(page.getByRole('alert')).toContainText('Failed to load the dashboard')
    await expect(page.getByRole('heading', { name: 'Last 14 days' })).toBeVisible()
    await page.unroute('**/api/admin/dashboard')
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})
