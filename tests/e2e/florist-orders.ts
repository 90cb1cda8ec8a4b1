import type { Client } from '@libsql/client/web'
import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/libsql/web'
import { orderItems, orders } from '#drizzle/schema/orders.ts'
import { order, orderItem } from '#tests/support/rows.ts'
import { expect, mailTo, own, ownReference, runScheduled } from './shop.ts'
import { callApi } from './staff.ts'

// Paid orders and florists of a test's own, in the shop that all tests share.

/** A paid order of this morning, with a bouquet. What it needs not to be counted as a sale: it is a sample. */
export async function bought(database: Client, changes: Parameters<typeof order>[0] = {}) {
  const db = drizzle(database, { casing: 'snake_case' })
  const row = order({
    id: crypto.randomUUID(),
    orderReference: ownReference(),
    paymentStatus: 'paid',
    status: 'confirmed',
    isSample: true,
    ...changes,
  })
  await db.insert(orders).values(row)
  await db.insert(orderItems).values(orderItem({ id: crypto.randomUUID(), orderId: row.id }))
  return row
}

/** As {@link bought}, with a code for the back of its card, which only the shop can make. */
export async function boughtWithCode(
  page: Page,
  database: Client,
  changes: Partial<typeof orders.$inferInsert> = {},
) {
  const { body } = await callApi(page, 'POST', '/admin/orders/sample', {})
  const db = drizzle(database, { casing: 'snake_case' })
  const [row] = await db
    .update(orders)
    .set({ orderReference: ownReference(), status: 'confirmed', ...changes })
    .where(eq(orders.id, String(body['id'])))
    .returning()
  if (!row) throw new Error('No sample was made')
  return row
}

/** A New York florist that no other test uses. */
export async function florist<Email extends string | null = null>(
  page: Page,
  email?: Email,
  changes: Record<string, unknown> = {},
) {
  const { body: choices } = await callApi(page, 'GET', '/admin/shop-choices')
  const states = choices['states'] as { id: string; code: string }[]
  const name = `Stems ${own()}`
  const { body, status } = await callApi(page, 'POST', '/admin/shops', {
    name,
    streetAddress: '1 Quiet St',
    city: 'New York',
    zip: '10014',
    stateId: states.find(({ code }) => code === 'NY')?.id,
    marketId: 'market-nyc',
    phone: null,
    email: email ?? null,
    active: true,
    ...changes,
  })
  expect(status).toBe(200)
  return { id: String(body['id']), name, email: (email ?? null) as Email }
}

/** Gives an order to a shop without the screens. @returns the shop order's id */
export async function assign(
  page: Page,
  { id: orderId, totalCents }: { id: string; totalCents: number },
  shopId: string,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const { status, body } = await callApi(page, 'POST', '/admin/assignments', {
    orderId,
    shopId,
    totalCents,
    shopCostCents: totalCents,
    platformFeeCents: 0,
    specialInstructions: null,
    ...changes,
  })
  expect(status).toBe(200)
  return String(body['shopOrderId'])
}

/** The link to a page in the newest message to an address. */
export async function linkTo(path: string, email: string): Promise<string> {
  const find = async () => {
    const [mail] = (await mailTo(email)).filter(({ text }) => text.includes(`${path}?token=`))
    return new RegExp(`${path}\\?token=\\S+`).exec(mail?.text ?? '')?.[0]
  }
  if (!(await find())) await runScheduled()
  await expect.poll(find).toBeDefined()
  return (await find()) ?? ''
}
