import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { expectClean, expectFits } from './accessibility.ts'
import { assign, bought, florist } from './florist-orders.ts'
import { chooseStatus, expectStatus, statusButtons, toasts } from './flow.ts'
import { DESKTOP, expect, expectMails, GATE, own, runScheduled, someone, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

// The page of an order answers: who is late, whom to call, what to do now.

const MINUTE = 60_000
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

/** A late order at a florist who has accepted it. */
async function late(page: Page, database: Client) {
  await signInAs(page)
  const late = { promisedBy: inMinutes(-25), recipientName: 'Alex Wronged' }
  // Nobody waits for a sample.
  const order = await bought(database, { ...late, isSample: false })
  const shop = await florist(page, null, { phone: '(212) 555-0142' })
  const id = await assign(page, order, shop.id)
  const { body } = await callApi(page, 'GET', `/admin/shop-orders/${id}`)
  const accepted = { status: 'confirmed', reason: null, version: body['version'] }
  expect((await callApi(page, 'PUT', `/admin/shop-orders/${id}/status`, accepted)).status).toBe(200)
  return { order, shop, path: `/admin/orders/${order.id}` }
}

for (const { viewport, all } of [
  { viewport: { width: 390, height: 844 }, all: false },
  { viewport: { width: 1280, height: 720 }, all: true },
]) {
  test.describe(`at ${viewport.width} pixels`, () => {
    test.use({ viewport })

    test('the first screen says who is late and whom to call', GATE, async ({ page, database }) => {
      const { shop, path } = await late(page, database)
      await page.goto(path)
      const next = page.getByRole('region', { name: 'Next step' })
      await expect(next.getByText(`${shop.name} hasn’t delivered it.`)).toBeInViewport({ ratio: 1 })
      const call = next.getByRole('link', { name: `Call ${shop.name}` })
      await expect(call).toHaveAttribute('href', 'tel:+12125550142')
      await expect(call).toBeInViewport({ ratio: 1 })
      await expect(page.getByText(/^late by 2\d min$/)).toBeInViewport({ ratio: 1 })
      const main = page.getByRole('main')
      await expect(main.getByRole('link', { name: '(212) 555-0142', exact: true })).toBeInViewport({
        ratio: 1,
      })
      await expect(main.getByText('Alex Wronged')).toBeInViewport({ ratio: 1 })
      if (all) {
        await expect(main.locator('dl').first()).toBeInViewport({ ratio: 1 })
        await expect(main.locator('dl').first()).toContainText(/Really Bad.*Total\$63\.58/s)
      }
      await expectFits(page, 'a late order')
      await expectClean(page, 'a late order')
      for (const width of all ? [1024, viewport.width] : []) {
        await page.setViewportSize({ ...viewport, width })
        const facts = await page.getByRole('region', { name: 'Delivery', exact: true }).boundingBox()
        const log = await timeline(page).boundingBox()
        expect(log?.y, 'the timeline stands beside the facts').toBe(facts?.y)
        expect(log?.x).toBeGreaterThan((facts?.x ?? 0) + (facts?.width ?? 0))
      }
    })
  })
}

test.describe('with a note that the API refuses', () => {
  test.use({ refusals: true })

  test('a note of staff is added once, stays, and is found by the filter', async ({ page, database }) => {
    const { path } = await late(page, database)
    await page.goto(path)
    const note = `They ring back ${own()}`
    const lines = timeline(page).getByRole('listitem')
    await timeline(page).getByRole('button', { name: 'Add note' }).click()
    await expect(page.getByText('Note cannot be empty')).toBeVisible()
    await page.getByLabel('New note').fill(note)
    await timeline(page).getByRole('button', { name: 'Add note' }).dblclick()
    await expect(toasts(page)).toContainText('Note added successfully')
    await expect(page.getByLabel('New note')).toHaveValue('')
    await expect(lines.first()).toContainText(note)
    await page.reload()
    await expect(lines.filter({ hasText: note })).toHaveCount(1)
    await timeline(page).getByRole('radio', { name: 'Notes' }).check()
    await expect(lines).toHaveCount(1)
    await expect(lines).toContainText(/, \w{3} \d+, \d{4} at \d+:\d\d [AP]M \((just now|1 min ago)\)/)
    await timeline(page).getByRole('radio', { name: 'Emails' }).check()
    await expect(lines.filter({ hasText: note })).toHaveCount(0)
  })
})

test('a florist who says nothing is reminded by email, and the email stands below it', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const order = await bought(database, { promisedBy: inMinutes(300) })
  const shop = await florist(page, someone())
  const id = await assign(page, order, shop.id)
  await expectMails(shop.email, 1)
  await database.execute({
    sql: 'update florist_links set created_at = ? where shop_order_id = ?',
    args: [inMinutes(-60), id],
  })
  await page.goto(`/admin/orders/${order.id}`)
  const next = page.getByRole('region', { name: 'Next step' })
  await expect(next).toContainText(`${shop.name} hasn’t answered.`)
  await next.getByRole('button', { name: 'Remind by email' }).dblclick()
  await expect(toasts(page)).toContainText(`New link sent to ${shop.email}`)
  await expect(next).toContainText(`Waiting for ${shop.name} to answer.`)
  await expect(next.getByRole('button')).toHaveCount(0)
  await runScheduled()
  await expectMails(shop.email, 2)

  const reminded = timeline(page)
    .getByRole('listitem')
    .filter({ hasText: `New link sent to ${shop.name}` })
  const recipient = reminded.getByText(`To ${shop.email}`)
  await expect(recipient).toBeHidden()
  await reminded.getByText('Email: Florist order').click()
  await expect(recipient).toBeVisible()
})

test.describe('on a computer', () => {
  test.use({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] })

  test('reference, email, phone and payment id are copied at a press', async ({ page, database }) => {
    await signInAs(page)
    const paymentReference = `pi_${own()}`
    const order = await bought(database, { paymentReference, paymentMethod: 'card' })
    await page.goto(`/admin/orders/${order.id}`)
    for (const text of [order.orderReference, order.customerEmail, order.customerPhone, paymentReference]) {
      await page.getByRole('button', { name: `Copy ${text}` }).click()
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text)
    }
    await expect(toasts(page)).toContainText('Payment reference copied')
  })

  test('all statuses are in sight, and one is set by a key, with the focus kept', async ({
    page,
    database,
  }) => {
    const { path } = await late(page, database)
    await page.goto(path)
    await expect(statusButtons(page)).toHaveText([
      'Pending',
      'Processing',
      'Confirmed',
      'Completed',
      'Delivered',
      'Cancelled',
    ])
    await expectClean(page, 'the row of statuses', '[aria-pressed=true]')
    const processing = statusButtons(page).nth(1)
    await statusButtons(page).nth(0).focus()
    await page.keyboard.press('Tab')
    await expect(processing).toBeFocused()
    await page.keyboard.press('Space')
    await expectStatus(page, 'Processing')
    await expect(processing).toBeFocused()
  })
})

test('money that has to go back is the one thing to do', async ({ page, database }) => {
  await signInAs(page)
  const order = await bought(database, {
    isSample: false,
    paymentReference: `pi_${own()}`,
    customerEmail: someone(),
  })
  await page.goto(`/admin/orders/${order.id}`)
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(1)
  await chooseStatus(page, 'Cancelled')
  const next = page.getByRole('region', { name: 'Next step' })
  await expect(next).toContainText('The buyer’s money has to go back.')
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveCount(1)
  await expect(next.getByRole('button', { name: 'Refund' })).toBeVisible()
  await next.getByRole('button', { name: 'Mark as settled' }).click()
  await expect(next).toContainText('Cancelled. There is nothing to do.')
})

test('on a phone the six statuses stand in two rows, each as high as a finger needs', async ({
  page,
  database,
}) => {
  await signInAs(page)
  const { id } = await bought(database)
  await page.goto(`/admin/orders/${id}`)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const boxes = await statusButtons(page).evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top, height } = button.getBoundingClientRect()
        return { top, height, cut: button.scrollWidth > button.clientWidth }
      }),
    )
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(2)
    expect(Math.min(...boxes.map(({ height }) => height))).toBeGreaterThanOrEqual(44)
    expect(boxes.filter(({ cut }) => cut)).toEqual([])
  }
})
