import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { preparedState } from '#domain/prepared-checkout.ts'
import { agentPlatforms, preparedCheckouts } from '#drizzle/schema/agents.ts'
import { checkoutAttempts } from '#drizzle/schema/checkout.ts'
import { changeRecords } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { ListedPlatform } from '#src/admin/agent-platforms/queries.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { agentPlatform, order, preparedCheckout } from '#tests/support/rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

const shop = await shareTestShop()

type Admin = Awaited<ReturnType<typeof signIn>>

async function add(changes: Parameters<typeof agentPlatform>[0] = {}) {
  const row = agentPlatform(changes)
  await shop.db.insert(agentPlatforms).values(row)
  return row
}
async function list(admin: Admin) {
  const { status, body } = await admin.get('/admin/platforms')
  expect(status).toBe(200)
  return (body as { rows: ListedPlatform[] }).rows
}
const stored = async (id: string) =>
  (await shop.db.select().from(agentPlatforms).where(eq(agentPlatforms.id, id)))[0]

describe('the list', () => {
  test('is empty until an agent has prepared a checkout', async () => {
    expect(await list(await signIn(shop))).toEqual([])
  })

  test('has each platform with its profile and its orders, those with the newest order first', async () => {
    const admin = await signIn(shop)
    const [quiet, older, newer] = [
      await add({ createdAt: '2026-06-03T10:00:00.000Z' }),
      await add({ name: 'Older' }),
      await add({ name: 'Newer' }),
    ]
    const day = (n: number) => `2026-06-0${n}T12:00:00.000Z`
    await shop.db.insert(orders).values([
      order({ agentPlatformId: older.id, createdAt: day(1) }),
      order({ agentPlatformId: newer.id, createdAt: day(2) }),
      // The link leads to all of them, paid or not.
      order({ agentPlatformId: newer.id, createdAt: day(3), paymentStatus: 'paid', paidAt: day(3) }),
      order({ createdAt: day(4) }),
    ])
    const none = { total: 0, capped: false }
    const beside = { openCheckouts: none, blockedAt: null, history: [] }
    const shown = (row: typeof quiet) => ({
      id: row.id,
      name: row.name,
      profileUrl: row.profileUrl,
      host: new URL(row.profileUrl).host,
      createdAt: row.createdAt,
    })
    expect(await list(admin)).toEqual([
      { ...shown(newer), ...beside, orders: { total: 2, capped: false }, lastOrderAt: day(3) },
      { ...shown(older), ...beside, orders: { total: 1, capped: false }, lastOrderAt: day(1) },
      { ...shown(quiet), ...beside, orders: none, lastOrderAt: null },
    ])
  })

  test('counts the checkouts that buyers can continue: open ones that were not paid', async () => {
    const admin = await signIn(shop)
    const now = shop.deps.clock.now()
    const before = new Date(now.getTime() - 1).toISOString()
    const after = new Date(now.getTime() + 1).toISOString()
    const blocked = { blockedAt: before, blockedBy: admin.person.id }
    for (const block of [{ blockedAt: null, blockedBy: null }, blocked]) {
      for (const canceledAt of [null, before]) {
        for (const expiresAt of [before, now.toISOString(), after]) {
          const platform = await add(block)
          const checkout = preparedCheckout({ platformId: platform.id, canceledAt, expiresAt })
          await shop.db.insert(preparedCheckouts).values(checkout)
          const isOpen = preparedState({ canceledAt, expiresAt, blockedAt: block.blockedAt }, now) === 'open'
          const row = (await list(admin)).find(({ id }) => id === platform.id)
          expect(row?.openCheckouts.total, JSON.stringify([block, canceledAt, expiresAt])).toBe(
            Number(isOpen),
          )
        }
      }
    }
    const platform = await add()
    const checkout = preparedCheckout({ platformId: platform.id, expiresAt: after })
    const placed = order({ agentPlatformId: platform.id })
    await shop.db.insert(preparedCheckouts).values(checkout)
    await shop.db.insert(orders).values(placed)
    await shop.db.insert(checkoutAttempts).values({
      key: checkout.id,
      orderId: placed.id,
      fingerprint: 'any',
      createdAt: before,
      updatedAt: before,
    })
    const open = async () => (await list(admin)).find(({ id }) => id === platform.id)?.openCheckouts.total
    expect(await open()).toBe(1)
    await shop.db
      .update(orders)
      .set({ paymentStatus: 'paid', paidAt: before })
      .where(eq(orders.id, placed.id))
    expect(await open()).toBe(0)
  })

  test('is read in one round trip, along indexes', async () => {
    const admin = await signIn(shop)
    await add()
    const { requests, plans } = await plansOf(shop, () => list(admin))
    // The guard's, and one.
    expect(requests).toBe(2)
    const steps = plans.flatMap(({ steps }) => steps)
    expect(steps.filter((step) => /^SCAN (c|a|o|orders|change_records|users)$/.test(step))).toEqual([])
    for (const index of ['orders_of_agents', 'prepared_checkouts_platform', 'change_records_entity_id']) {
      expect(steps.join('\n')).toContain(index)
    }
  })
})

describe('a platform', () => {
  test('is blocked and unblocked, and keeps who did it and when', async () => {
    const [ada, bo] = [await signIn(shop), await signIn(shop)]
    const { id } = await add()
    const first = shop.deps.clock.now().toISOString()
    expect(await ada.post(`/admin/platforms/${id}/block`)).toMatchObject({
      status: 200,
      body: { success: true },
    })
    expect(await stored(id)).toMatchObject({ blockedAt: first, blockedBy: ada.person.id, version: 2 })
    shop.pass(60_000)
    const then = shop.deps.clock.now().toISOString()
    expect((await bo.post(`/admin/platforms/${id}/unblock`)).status).toBe(200)
    expect(await stored(id)).toMatchObject({ blockedAt: null, blockedBy: null, version: 3 })
    const [row] = await list(ada)
    expect(row).toMatchObject({
      blockedAt: null,
      history: [
        { isBlock: false, actorEmail: bo.person.email, createdAt: then },
        { isBlock: true, actorEmail: ada.person.email, createdAt: first },
      ],
    })
  })

  test('pressed a second time, by whomever, stays as it is', async () => {
    const [ada, bo] = [await signIn(shop), await signIn(shop)]
    const { id } = await add()
    expect((await ada.post(`/admin/platforms/${id}/unblock`)).status).toBe(200)
    await ada.post(`/admin/platforms/${id}/block`)
    const once = await stored(id)
    shop.pass(60_000)
    for (const admin of [ada, bo]) expect((await admin.post(`/admin/platforms/${id}/block`)).status).toBe(200)
    expect(await stored(id)).toEqual(once)
    expect((await list(ada))[0]?.history).toHaveLength(1)
  })

  test('that several block at once is blocked once', async () => {
    const admins = [await signIn(shop), await signIn(shop), await signIn(shop)]
    const { id } = await add()
    const answers = await Promise.all(admins.map((admin) => admin.post(`/admin/platforms/${id}/block`)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const changes = await shop.db.select().from(changeRecords).where(eq(changeRecords.entityId, id))
    expect(changes.map(({ entity, field, after }) => [entity, field, after])).toEqual([
      ['platform', 'blockedAt', 'Yes'],
    ])
    expect(await stored(id)).toMatchObject({ blockedBy: changes[0]?.actorId, version: 2 })
  })

  test('that nobody knows is not found', async () => {
    const admin = await signIn(shop)
    for (const action of ['block', 'unblock']) {
      expect(await admin.post(`/admin/platforms/${crypto.randomUUID()}/${action}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'not_found' } },
      })
    }
  })
})

test('only admins see platforms, and block them', async () => {
  const { id } = await add()
  const nobody = await signIn(shop, { role: 'member' })
  for (const action of ['block', 'unblock']) {
    const signedOut = await shop.post(`/admin/platforms/${id}/${action}`, undefined, {
      origin: shop.deps.config.origin,
    })
    expect(signedOut.status).toBe(401)
    expect((await nobody.post(`/admin/platforms/${id}/${action}`)).status).toBe(403)
  }
  expect((await shop.get('/admin/platforms')).status).toBe(401)
  expect((await nobody.get('/admin/platforms')).status).toBe(403)
  expect(await stored(id)).toMatchObject({ blockedAt: null, version: 1 })
})
