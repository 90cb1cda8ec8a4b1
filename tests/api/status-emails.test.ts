import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendDue } from '#api/platform/outbox/send-due.ts'
import type { EmailsOfChange } from '#domain/order/causes.ts'
import {
  ORDER_STATUSES,
  type OrderStatus,
  SHOP_ORDER_STATUSES,
  type ShopOrderStatus,
} from '#domain/order-status.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { outboxMessage } from '#tests/support/message-rows.ts'
import { MORNING } from '#tests/support/shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// The words for admins about the emails of a change of status match the emails that go: every change of an order and of a
// shop order, whatever the florist heard last.

let fixture: FloristFixture
let asked: Awaited<ReturnType<FloristFixture['asked']>>

beforeAll(async () => {
  fixture = await openFloristFixture()
  asked = await fixture.asked()
})
afterAll(() => fixture.shop.close())

const HEARD = ['nothing', 'order', 'stop'] as const
type Heard = (typeof HEARD)[number]
const KINDS = [
  'order-accepted',
  'order-delivered',
  'order-cancelled',
  'florist-cancelled',
  'florist-reopened',
] as const

/** Order, shop order and the florist's mailbox as they are before a change. */
async function setUp(status: OrderStatus, atShop: ShopOrderStatus, heard: Heard) {
  const { db, clock } = fixture.shop
  // Sessions are short, and hours would pass here.
  clock.at = MORNING
  const stamp = MORNING.toISOString()
  const { id: orderId } = asked.order
  const message = {
    orderId,
    recipient: String(asked.florist.email),
    status: 'sent',
    attempts: 1,
    sentAt: stamp,
    createdAt: stamp,
  } as const
  await db.batch([
    db
      .update(orders)
      .set({ status, assignmentStatus: atShop === 'rejected' ? 'unassigned' : 'assigned' })
      .where(eq(orders.id, orderId)),
    db.update(shopOrders).set({ status: atShop, statusUpdatedAt: stamp }).where(eq(shopOrders.id, asked.id)),
    db.delete(outbox).where(eq(outbox.orderId, orderId)),
  ])
  if (heard === 'nothing') return
  await db.insert(outbox).values(outboxMessage({ ...message, kind: 'florist-order' }))
  if (heard === 'stop')
    await db.insert(outbox).values(outboxMessage({ ...message, kind: 'florist-cancelled' }))
}

/** The emails of the last change, as they were sent. */
async function sent() {
  await fixture.shop.settled()
  fixture.shop.pass(2)
  await sendDue(fixture.shop.deps)
  const rows = await fixture.shop.db
    .select({ kind: outbox.kind, status: outbox.status })
    .from(outbox)
    .where(and(eq(outbox.orderId, asked.order.id), inArray(outbox.kind, [...KINDS])))
  expect(rows.every(({ status }) => status === 'sent')).toBe(true)
  return rows.map(({ kind }) => kind)
}

const without = (kinds: string[], heard: Heard) => {
  const at = heard === 'stop' ? kinds.indexOf('florist-cancelled') : -1
  return kinds.filter((_, n) => n !== at).toSorted()
}

/** Each status that stands for others: what is asked, made, there, and given back; an order that is open, over and called off. */
const AT_SHOP = ['pending', 'ready', 'delivered', 'rejected'] as const satisfies ShopOrderStatus[]
const OF_ORDER = ['confirmed', 'delivered', 'cancelled'] as const satisfies OrderStatus[]

/** Every change from one to another. In the gate each meets some of the others' statuses, in the soak all of them. */
function changes<T extends string>(statuses: readonly T[], others: readonly string[], other: string) {
  const all = statuses.flatMap((from) =>
    statuses.filter((to) => to !== from).map((to) => [from, to] as const),
  )
  if (IS_SOAK || others.length === 1) return all
  return all.filter((_, n) => n % 3 === others.indexOf(other) % 3)
}

describe.each(HEARD)('the florist has heard: %s', (heard) => {
  const shops = heard === 'nothing' ? (['pending'] as const) : AT_SHOP
  test.each(shops)('the status of an order whose shop order is %s', async (atShop) => {
    for (const [from, to] of changes(ORDER_STATUSES, shops, atShop)) {
      await setUp(from, atShop, heard)
      const { version } = (await fixture.orderOf(asked.order.id)) ?? {}
      const change = { status: to, version, holdEmails: true }
      const { body } = await fixture.admin.put(`/admin/orders/${asked.order.id}/status`, change)
      const { emails } = body as unknown as EmailsOfChange
      expect([from, to, emails.toSorted()]).toEqual([from, to, without(await sent(), heard)])
    }
  })

  test.each(heard === 'nothing' ? [] : OF_ORDER)(
    'the status of a shop order whose order is %s',
    async (status) => {
      for (const [from, to] of changes(SHOP_ORDER_STATUSES, OF_ORDER, status)) {
        await setUp(status, from, heard)
        const { version } = await fixture.detail(asked.id)
        const change = { status: to, reason: null, version, holdEmails: true }
        const { body } = await fixture.admin.put(`/admin/shop-orders/${asked.id}/status`, change)
        const { emails } = body as unknown as EmailsOfChange
        expect([from, to, emails.toSorted()]).toEqual([from, to, without(await sent(), heard)])
      }
    },
  )
})

describe('a shop order that is set back from delivered', () => {
  const set = async (status: string, more: object = {}) => {
    const { version } = await fixture.detail(asked.id)
    const change = { status, reason: null, version, holdEmails: true, ...more }
    expect((await fixture.admin.put(`/admin/shop-orders/${asked.id}/status`, change)).status).toBe(200)
  }

  test.each([
    ['ready', 'assigned'],
    ['pending', 'assigned'],
    ['rejected', 'unassigned'],
  ] as const)(
    'to %s sets its order back, and takes the email along that was not sent',
    async (to, assignmentStatus) => {
      await setUp('confirmed', 'ready', 'order')
      await set('delivered')
      expect(await fixture.orderOf(asked.order.id)).toMatchObject({ status: 'delivered' })
      expect(await fixture.messagesOf(asked.order.id, 'order-delivered')).toHaveLength(1)
      await set(to)
      expect(await fixture.orderOf(asked.order.id)).toMatchObject({ status: 'confirmed', assignmentStatus })
      expect(await fixture.messagesOf(asked.order.id, 'order-delivered')).toEqual([])
      expect(await sent()).toEqual([])
    },
  )

  test('leaves an order that an admin completed', async () => {
    await setUp('completed', 'delivered', 'order')
    await set('ready')
    expect(await fixture.orderOf(asked.order.id)).toMatchObject({ status: 'completed' })
  })
})
