import type { Client } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { SITE } from '#domain/site.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { expectClean, expectCleanInSoak } from '#tests/e2e/accessibility.ts'
import { toasts } from '#tests/e2e/flow.ts'
import { expect, mailTo, own, ownReference, runScheduled, test } from '#tests/e2e/shop.ts'
import { signInAs } from '#tests/e2e/staff.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { order, orderItem } from '#tests/support/rows.ts'

// An email is followed after it was sent, from the mail provider's signed webhook to the back office.

const on = (database: Client) => drizzle(database, { casing: 'snake_case' })

/** A paid order with an email about it, to be sent now unless something else is said. */
async function boughtBy(database: Client, customerEmail: string, changes = {}) {
  const id = crypto.randomUUID()
  const orderReference = ownReference()
  const row = order({ id, orderReference, customerEmail, paymentStatus: 'paid', status: 'confirmed' })
  await on(database).insert(orders).values(row)
  await on(database)
    .insert(orderItems)
    .values(orderItem({ id: crypto.randomUUID(), orderId: id }))
  const stamps = { createdAt: new Date().toISOString(), updatedAt: new Date().toISOString() }
  const message = outboxMessage({
    id: crypto.randomUUID(),
    dedupeKey: crypto.randomUUID(),
    orderId: id,
    recipient: customerEmail,
    ...stamps,
    ...changes,
  })
  await on(database).insert(outbox).values(message)
  await runScheduled()
  return row
}

async function remove(database: Client, orderId: string): Promise<void> {
  await database.execute({ sql: 'delete from outbox where order_id = ?', args: [orderId] })
  await database.execute({ sql: 'delete from orders where id = ?', args: [orderId] })
}

test('shows a bounced email with its reason and phone number, and dismisses it', async ({
  page,
  database,
}) => {
  const email = `bounced@${own()}.example.com`
  const bought = await boughtBy(database, email)
  await signInAs(page)
  await expect
    .poll(async () =>
      (await mailTo(SITE.ownerEmail)).some(({ subject }) => subject.includes(bought.orderReference)),
    )
    .toBe(true)

  await page.goto('/admin')
  const toDo = page.getByRole('region', { name: 'What to do next' })
  await toDo.getByRole('combobox', { name: 'Show' }).selectOption('email')
  const row = toDo.getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Bounced')
  await expect(row).toContainText('there is no mailbox of this name here.')
  await expect(row.getByRole('link', { name: bought.customerPhone })).toHaveAttribute(
    'href',
    'tel:+12125550100',
  )
  await expect(row.getByRole('button', { name: /^Send again/ })).toHaveCount(0)
  await expectClean(page)

  await page.goto(`/admin/orders/${bought.id}`)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByRole('listitem').filter({ hasText: email })).toContainText('Bounced')
  await expect(timeline.getByRole('link', { name: bought.customerPhone })).toBeVisible()
  await expectCleanInSoak(page)

  await page.goto('/admin')
  await toDo.getByRole('combobox', { name: 'Show' }).selectOption('email')
  await row.getByRole('button', { name: /^Dismiss/ }).click()
  await expect(toasts(page).getByText('Email dismissed')).toBeVisible()
  await expect(row).toHaveCount(0)
  await remove(database, bought.id)
})

test('an order’s timeline shows which emails arrived, or none', async ({ page, database }) => {
  const bought = await boughtBy(database, `delayed@${own()}.example.com`)
  const orderReference = ownReference()
  // Paid, since the schedule closes an unpaid order, which is an event.
  const silent = order({
    id: crypto.randomUUID(),
    orderReference,
    paymentStatus: 'paid',
    status: 'confirmed',
  })
  await on(database).insert(orders).values(silent)
  await signInAs(page)
  const timeline = page.getByRole('region', { name: 'Timeline' })
  await expect(async () => {
    await page.goto(`/admin/orders/${bought.id}`)
    await expect(timeline).toContainText('Delayed')
  }).toPass()
  await expect(timeline).toContainText('Their mail server isn’t accepting it yet.')
  await page.goto(`/admin/orders/${silent.id}`)
  await expect(timeline).toContainText('No events yet.')
  await remove(database, bought.id)
  await remove(database, silent.id)
})

test('the dashboard reports mail that cannot be sent, with what to fix', async ({ page, database }) => {
  const message = outboxMessage({
    id: crypto.randomUUID(),
    dedupeKey: crypto.randomUUID(),
    lastError: 'The mail provider answered 403: invalid_api_key',
    createdAt: '2020-01-01T17:00:00.000Z',
    nextAttemptAt: '2999-01-01T00:00:00.000Z',
  })
  await on(database).insert(outbox).values(message)
  await signInAs(page)
  await page.goto('/admin')
  const held = page.getByRole('region', { name: 'Emails are waiting' })
  await expect(held).toContainText('The mail provider answered 403: invalid_api_key.')
  await expect(held).toContainText('RESEND_API_KEY')
  await expectClean(page)
  await database.execute({ sql: 'delete from outbox where id = ?', args: [message.id] })
})

/** An email about a bought order that met an outage of the provider an hour ago, and is tried again in an hour. */
function waitingFor(database: Client, customerEmail: string) {
  const hours = (n: number) => new Date(Date.now() + n * 3_600_000).toISOString()
  return boughtBy(database, customerEmail, {
    attempts: 3,
    lastError: 'The mail provider did not answer',
    nextAttemptAt: hours(1),
    createdAt: hours(-1),
    updatedAt: hours(-1),
  })
}

test('an email that waits is sent from the order’s page, once, however often it is pressed', async ({
  page,
  database,
}) => {
  const email = `waits@${own()}.example.com`
  const bought = await waitingFor(database, email)
  await signInAs(page)
  await page.goto(`/admin/orders/${bought.id}`)
  const line = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').filter({ hasText: email })
  await expect(line).toContainText('The mail provider did not answer.')
  await expect(line).toContainText('Next try')
  await expectClean(page)
  await line.getByRole('button', { name: /^Send now/ }).dblclick()
  await expect(toasts(page).getByText('Sending the email now')).toBeVisible()
  await expect.poll(async () => (await mailTo(email)).length).toBe(1)
  await page.reload()
  await expect(line.getByRole('button', { name: /^Send now/ })).toHaveCount(0)
  expect(await mailTo(email)).toHaveLength(1)
  await remove(database, bought.id)
})

test('all emails that wait are sent from the dashboard', async ({ page, database }) => {
  const email = `waits@${own()}.example.com`
  const bought = await waitingFor(database, email)
  await signInAs(page)
  await page.goto('/admin')
  const banner = page.getByRole('region', { name: 'Emails are waiting' })
  await expect(banner).toContainText('The mail provider did not answer.')
  await banner.getByRole('button', { name: 'Send now' }).click()
  await expect.poll(async () => (await mailTo(email)).length).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(banner).toHaveCount(0)
  await remove(database, bought.id)
})
