import { eq } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#api/deps.ts'
import { invitations, recoveryCodes, sessions, users } from '#drizzle/schema/accounts.ts'
import { products } from '#drizzle/schema/catalogue.ts'
import {
  checkoutAttempts,
  checkoutSessions,
  disputes,
  orderHolds,
  refunds,
} from '#drizzle/schema/checkout.ts'
import { marketClosedDates, markets, marketZipcodes, shops, states } from '#drizzle/schema/markets.ts'
import { changeRecords, outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orderFlags, orderItems, orders } from '#drizzle/schema/orders.ts'
import { shopOrderContacts, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { invitation, recoveryCode, session, user } from '#tests/support/account-rows.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { changeRecord, outboxMessage } from '#tests/support/message-rows.ts'
import { STAMP } from '#tests/support/row-kit.ts'
import * as rows from '#tests/support/rows.ts'
import { refusalOf } from './refusal.ts'

// Rows that may be deleted, with the rows that go along and those that stay.

const HELD = 'FOREIGN KEY constraint failed'

let db: Db
const NY = rows.state({ code: 'NY' })
const CITY = rows.market()
const SHOP = rows.shop({ marketId: CITY.id, stateId: NY.id })
const BOUQUET = rows.product()
const ADMIN = user({ role: 'admin' })
const ORDER = rows.order({ marketId: CITY.id, userId: ADMIN.id })
const ITEM = rows.orderItem({ orderId: ORDER.id, productId: BOUQUET.id })

beforeEach(async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  db = database.db
  await db.batch([
    db.insert(states).values(NY),
    db.insert(markets).values(CITY),
    db.insert(shops).values(SHOP),
    db.insert(products).values(BOUQUET),
    db.insert(users).values(ADMIN),
    db.insert(orders).values(ORDER),
    db.insert(orderItems).values(ITEM),
  ])
})

const all = (table: SQLiteTable) => db.select().from(table)

test('deleting a product keeps the order items', async () => {
  await db.delete(products).where(eq(products.id, BOUQUET.id))
  expect(await all(orderItems)).toEqual([{ ...ITEM, productId: null }])
})

test('changing a product does not change order items', async () => {
  await db.update(products).set({ title: 'Dearer', priceCents: 9999, sku: 'NEW' })
  expect(await all(orderItems)).toEqual([ITEM])
})

test('deleting an order deletes its rows and keeps events and messages', async () => {
  const event = rows.orderEvent({ orderId: ORDER.id, orderReference: ORDER.orderReference })
  const message = outboxMessage({ orderId: ORDER.id })
  await db.batch([
    db.insert(orderFlags).values(rows.orderFlag({ orderId: ORDER.id })),
    db.insert(checkoutAttempts).values(rows.checkoutAttempt({ orderId: ORDER.id })),
    db.insert(checkoutSessions).values(rows.checkoutSession({ orderId: ORDER.id })),
    db.insert(disputes).values(rows.dispute({ orderId: ORDER.id })),
    db.insert(orderHolds).values(rows.orderHold({ orderId: ORDER.id })),
    db.insert(orderChoices).values(rows.orderChoice({ orderId: ORDER.id })),
    db.insert(orderEvents).values(event),
    db.insert(outbox).values(message),
  ])
  await db.delete(orders).where(eq(orders.id, ORDER.id))
  for (const table of [
    orders,
    orderItems,
    orderFlags,
    checkoutAttempts,
    checkoutSessions,
    disputes,
    orderHolds,
    orderChoices,
  ]) {
    expect(await all(table)).toEqual([])
  }
  expect(await all(orderEvents)).toEqual([event])
  expect(await all(outbox)).toEqual([message])
})

test.each([
  ['live', {}],
  ['rejected', { status: 'rejected' }],
  ['withdrawn', { withdrawnAt: STAMP }],
] as const)('an order with a %s shop order stays, and so does everything of it', async (_, changes) => {
  await db.insert(shopOrders).values(rows.shopOrder({ orderId: ORDER.id, shopId: SHOP.id, ...changes }))
  expect(await refusalOf(db.delete(orders).where(eq(orders.id, ORDER.id)))).toContain(HELD)
  expect(await all(orders)).toEqual([ORDER])
  expect(await all(orderItems)).toEqual([ITEM])
})

test('an order with refunds cannot be deleted', async () => {
  await db.insert(refunds).values(rows.refund({ orderId: ORDER.id, status: 'succeeded' }))
  expect(await refusalOf(db.delete(orders).where(eq(orders.id, ORDER.id)))).toContain(HELD)
})

test('a shop with shop orders cannot be deleted, only deactivated', async () => {
  await db
    .insert(shopOrders)
    .values(rows.shopOrder({ orderId: ORDER.id, shopId: SHOP.id, status: 'rejected' }))
  expect(await refusalOf(db.delete(shops))).toContain(HELD)
  await db.update(shops).set({ active: false })
  await db.delete(shopOrders)
  expect((await db.delete(shops)).rowsAffected).toBe(1)
})

test('a market with shops cannot be deleted and keeps its ZIP codes', async () => {
  const served = rows.marketZipcode({ marketId: CITY.id })
  await db.insert(marketZipcodes).values(served)
  expect(await refusalOf(db.delete(markets))).toContain(HELD)
  expect(await all(marketZipcodes)).toEqual([served])
})

test('a market whose shops moved away goes with its ZIP codes and closed dates; its orders stay', async () => {
  const other = rows.market()
  const itsZip = rows.marketZipcode({ marketId: other.id })
  await db.batch([
    db.insert(markets).values(other),
    db.insert(marketZipcodes).values([rows.marketZipcode({ marketId: CITY.id }), itsZip]),
    db.insert(marketClosedDates).values(rows.marketClosedDate({ marketId: CITY.id })),
    db.update(shops).set({ marketId: other.id }),
    db.delete(markets).where(eq(markets.id, CITY.id)),
  ])
  expect(await all(markets)).toEqual([other])
  expect(await all(marketZipcodes)).toEqual([itsZip])
  expect(await all(marketClosedDates)).toEqual([])
  expect(await all(orders)).toEqual([{ ...ORDER, marketId: null }])
})

test('a ZIP code moves to another market only after the first removed it', async () => {
  const other = rows.market()
  const held = rows.marketZipcode({ marketId: CITY.id })
  await db.insert(markets).values(other)
  await db.insert(marketZipcodes).values(held)
  const take = () => db.insert(marketZipcodes).values({ zipcode: held.zipcode, marketId: other.id })
  expect(await refusalOf(take())).toContain('UNIQUE constraint failed: market_zipcodes.zipcode')
  await db.delete(marketZipcodes).where(eq(marketZipcodes.marketId, CITY.id))
  expect((await take()).rowsAffected).toBe(1)
})

test('deleting a user deletes sessions, links and codes and keeps history without a name', async () => {
  const invited = user()
  const link = invitation({ userId: invited.id, invitedBy: ADMIN.id })
  const assigned = rows.shopOrder({
    orderId: ORDER.id,
    shopId: SHOP.id,
    statusUpdatedBy: ADMIN.id,
    paymentUpdatedBy: ADMIN.id,
  })
  const note = rows.shopOrderContact({ shopOrderId: assigned.id, userId: ADMIN.id })
  const record = changeRecord({ actorId: ADMIN.id })
  await db.batch([
    db.insert(users).values(invited),
    db.insert(sessions).values(session({ userId: ADMIN.id })),
    db.insert(recoveryCodes).values(recoveryCode({ userId: ADMIN.id })),
    db.insert(invitations).values([link, invitation({ userId: ADMIN.id, kind: 'password_reset' })]),
    db.insert(shopOrders).values(assigned),
    db.insert(shopOrderContacts).values(note),
    db.insert(changeRecords).values(record),
    db.delete(users).where(eq(users.id, ADMIN.id)),
  ])
  expect(await all(sessions)).toEqual([])
  expect(await all(recoveryCodes)).toEqual([])
  expect(await all(invitations)).toEqual([{ ...link, invitedBy: null }])
  expect(await all(orders)).toEqual([{ ...ORDER, userId: null }])
  expect(await all(shopOrders)).toEqual([{ ...assigned, statusUpdatedBy: null, paymentUpdatedBy: null }])
  expect(await all(shopOrderContacts)).toEqual([{ ...note, userId: null }])
  expect(await all(changeRecords)).toEqual([record])
})

test.each(['now', 'today', 'start of day'])('a market cannot be closed on %j', async (date) => {
  await refusalOf(db.insert(marketClosedDates).values({ marketId: CITY.id, date }))
  expect(await all(marketClosedDates)).toEqual([])
})
