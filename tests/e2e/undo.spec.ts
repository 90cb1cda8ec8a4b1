import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { EMAILS_HELD_MS, UNDO_MS } from '#domain/undo.ts'
import { assign, bought, florist } from './florist-orders.ts'
import { chooseStatus, expectStatus, toasts } from './flow.ts'
import { expect, expectMails, GATE, MOVING, mailTo, runScheduled, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// Others who change the same record make the API refuse: the browser logs that.
test.use({ refusals: true, ...MOVING })
test.describe.configure({ retries: 0 })

const undo = (page: Page) => toasts(page).getByRole('button', { name: 'Undo', exact: true })

/** Keeps the offer for as long as the test takes, as in a window that somebody has left. */
async function keepUndo(page: Page): Promise<void> {
  await expect(undo(page)).toBeVisible()
  await page.evaluate(() => dispatchEvent(new Event('blur')))
}

/** Lets the time pass in which the emails about an order are held. */
async function passHold(database: Client, orderId: string): Promise<void> {
  const held = await database.execute({
    sql: "select next_attempt_at from outbox where order_id = ? and status = 'pending' and attempts = 0",
    args: [orderId],
  })
  const due = new Date(Date.now() - EMAILS_HELD_MS).toISOString()
  await database.execute({
    sql: "update outbox set next_attempt_at = ? where order_id = ? and status = 'pending' and attempts = 0",
    args: [due, orderId],
  })
  expect(held.rows.every(({ next_attempt_at: at }) => String(at) > due)).toBe(true)
  await runScheduled()
}

/** A paid order at a florist who has the email about it, on its screen. */
async function openOrder(page: Page, database: Client) {
  await signInAs(page)
  const order = await bought(database, { isSample: false, customerEmail: someone() })
  const shop = await florist(page, someone())
  const shopOrderId = await assign(page, order, shop.id)
  await expectMails(shop.email, 1)
  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('heading', { name: order.orderReference, level: 1 })).toBeVisible()
  return { ...order, shop, shopOrderId }
}

test(
  'an order cancelled by mistake: after Undo neither buyer nor florist gets an email',
  GATE,
  async ({ page, database }) => {
    const order = await openOrder(page, database)
    await chooseStatus(page, 'Cancelled')
    await keepUndo(page)
    await expect(toasts(page)).toContainText('Order status updated to cancelled')
    await expect(toasts(page)).toContainText(`${order.customerEmail} gets an email that it was cancelled.`)
    await expect(toasts(page)).toContainText(`${order.shop.name} is told to stop`)
    await expectStatus(page, 'Cancelled')
    await undo(page).dblclick()
    await expect(toasts(page).getByText('Order status updated to confirmed')).toHaveCount(1)
    await expect(undo(page)).toHaveCount(0)
    await expectStatus(page, 'Confirmed')
    await expect(page.getByText('Undone: cancelled', { exact: true })).toHaveCount(1)
    await expect(page.getByText('Order cancelled', { exact: true })).toHaveCount(0)
    await passHold(database, order.id)
    expect(await mailTo(order.customerEmail)).toEqual([])
    await expectMails(order.shop.email, 1)
  },
)

test('by keyboard, on another screen: the order’s own status comes back with the shop order’s', async ({
  page,
  database,
}) => {
  const order = await openOrder(page, database)
  await page.goto(`/admin/shop-orders/${order.shopOrderId}`)
  await chooseStatus(page, 'Delivered')
  await keepUndo(page)
  await expect(toasts(page)).toContainText('gets an email that the flowers were delivered')
  await expectStatus(page, 'Delivered')
  await page.getByRole('link', { name: 'Back to List' }).click()
  await expect(page.getByRole('heading', { name: 'Shop Orders', level: 1 })).toBeVisible()
  await page.keyboard.press('F6')
  await expect(toasts(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(undo(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(toasts(page)).toContainText('Shop order status updated to pending')
  await page.goto(`/admin/orders/${order.id}`)
  await expectStatus(page, 'Confirmed')
  await passHold(database, order.id)
  expect(await mailTo(order.customerEmail)).toEqual([])
})

for (const record of ['order', 'shop-order'] as const) {
  test(`${record}: a status that is pressed while the last one is being shown is not lost`, async ({
    page,
    database,
  }) => {
    const order = await openOrder(page, database)
    const path = `/admin/${record}s/${record === 'order' ? order.id : order.shopOrderId}`
    await page.goto(path)
    const gate = Promise.withResolvers<void>()
    await page.route(`**/api${path}`, async (route) => {
      await gate.promise
      await route.continue()
    })
    await chooseStatus(page, 'Processing')
    await keepUndo(page)
    await chooseStatus(page, 'Delivered')
    gate.resolve()
    await expectStatus(page, 'Delivered')
    await page.unrouteAll({ behavior: 'wait' })
  })
}

test('Undo stays for its time, longer while hovered, focused or away', async ({ page, database }) => {
  const order = await openOrder(page, database)
  await page.clock.install()
  await page.goto(`/admin/orders/${order.id}`)
  await expectStatus(page, 'Confirmed')
  // From here on time passes only as the test says, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  const waitFor = (shown: boolean) =>
    expect(async () => {
      await page.clock.runFor(50)
      expect(await undo(page).isVisible()).toBe(shown)
    }).toPass()
  const set = async (name: string) => {
    await chooseStatus(page, name)
    await waitFor(true)
  }
  const expectShownFor = async (ms: number) => {
    await page.clock.runFor(ms)
    await expect(undo(page)).toBeVisible()
  }
  await set('Processing')
  await expectShownFor(UNDO_MS - 1000)
  await page.clock.runFor(1000)
  await waitFor(false)

  await set('Pending')
  await undo(page).hover()
  await expectShownFor(2 * UNDO_MS)
  await page.mouse.move(0, 0)
  await page.clock.runFor(UNDO_MS)
  await waitFor(false)

  await set('Processing')
  await page.keyboard.press('F6')
  await expectShownFor(2 * UNDO_MS)
  await page.keyboard.press('Shift+Tab')
  await page.clock.runFor(UNDO_MS)
  await waitFor(false)

  await set('Pending')
  await page.evaluate(() => dispatchEvent(new Event('blur')))
  await expectShownFor(2 * UNDO_MS)
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.clock.runFor(UNDO_MS)
  await waitFor(false)
})

test('after somebody else’s change Undo overwrites nothing and says who was faster', async ({
  page,
  database,
}) => {
  const order = await openOrder(page, database)
  await chooseStatus(page, 'Processing')
  await keepUndo(page)
  await expectStatus(page, 'Processing')
  const { body } = await callApi(page, 'GET', `/admin/orders/${order.id}`)
  const theirs = { status: 'completed', version: body['version'] }
  expect((await callApi(page, 'PUT', `/admin/orders/${order.id}/status`, theirs)).status).toBe(200)
  await undo(page).click()
  await expect(toasts(page).getByText(/ changed the status at .* Please look again\./)).toBeVisible()
  await expectStatus(page, 'Completed')
})

test('a status that somebody changed meanwhile, or that cannot be saved, leaves the present one pressed', async ({
  page,
  database,
}) => {
  const { id } = await openOrder(page, database)
  await page.route('**/status', (route) => route.abort())
  await chooseStatus(page, 'Delivered')
  await expect(toasts(page)).toContainText('Failed to update order status')
  await expectStatus(page, 'Confirmed')
  await page.unroute('**/status')

  const { body } = await callApi(page, 'GET', `/admin/orders/${id}`)
  const theirs = { status: 'processing', version: body['version'] }
  expect((await callApi(page, 'PUT', `/admin/orders/${id}/status`, theirs)).status).toBe(200)
  await chooseStatus(page, 'Delivered')
  await expect(toasts(page)).toContainText(/ changed the status at .* Please look again\./)
  await expectStatus(page, 'Processing')

  let asked = 0
  page.on('request', ({ method }) => {
    if (method() === 'PUT') asked++
  })
  await chooseStatus(page, 'Processing')
  await expectStatus(page, 'Processing')
  expect(asked).toBe(0)
})

test('an unpaid order: cancelling asks and offers no Undo', async ({ page, database }) => {
  await signInAs(page)
  const order = await bought(database, { paymentStatus: 'pending', status: 'pending' })
  await page.goto(`/admin/orders/${order.id}`)
  await chooseStatus(page, 'Cancelled')
  const question = page.getByRole('alertdialog', { name: `Cancel ${order.orderReference}?` })
  await expect(question).toContainText('can no longer pay for it')
  await question.getByRole('button', { name: 'Keep as is' }).click()
  await expect(question).toBeHidden()
  await expectStatus(page, 'Pending')
  await chooseStatus(page, 'Cancelled')
  await question.getByRole('button', { name: 'Cancel order' }).click()
  await expect(toasts(page)).toContainText('Order status updated to cancelled')
  await expectStatus(page, 'Cancelled')
  await expect(undo(page)).toHaveCount(0)
})

test('the payment mark of a shop order, and that somebody was contacted, can be undone', async ({
  page,
  database,
}) => {
  const order = await openOrder(page, database)
  await page.goto(`/admin/shop-orders/${order.shopOrderId}`)
  await page.getByRole('button', { name: 'Mark as paid' }).click()
  await keepUndo(page)
  await expect(toasts(page)).toContainText('Payment status updated to paid')
  await expect(page.getByRole('button', { name: 'Mark as pending' })).toBeVisible()
  await undo(page).click()
  await expect(toasts(page)).toContainText('Payment status updated to pending')
  await expect(page.getByRole('button', { name: 'Mark as paid' })).toBeVisible()

  const email = someone()
  const entry = { email, city: 'Boston', state: 'MA', zipCode: '02108' }
  expect((await callApi(page, 'POST', '/waitlist', entry)).status).toBe(200)
  await page.goto(`/admin/waitlist?q=${email}`)
  await page.getByRole('link', { name: email }).click()
  await expect(page.getByRole('heading', { name: email, level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Mark Contacted' }).click()
  await keepUndo(page)
  await expect(page.getByRole('button', { name: 'Mark Uncontacted' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to List' }).click()
  await expect(page.getByRole('heading', { name: 'Waitlist', level: 1 })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Contacted')
  await undo(page).click()
  await expect(toasts(page)).toContainText('Marked as not contacted')
  await expect(row).toContainText('Pending')
})
