import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ASSIGNMENT_STATUSES, ORDER_STATUSES, PAYMENT_STATUSES } from '#domain/order-status.ts'
import { agentPlatforms } from '#drizzle/schema/agents.ts'
import { shops } from '#drizzle/schema/markets.ts'
import { orderEvents, orderFlags, orders } from '#drizzle/schema/orders.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import type { OrderRow } from '#src/admin/orders/queries.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { agentPlatform, order, orderFlag, shopOrder, shop as shopRow } from '#tests/support/rows.ts'
import { makeManyOrders } from '#tools/bench/many-orders.ts'

let fixture: OrderFixture
let ROSE: typeof shops.$inferSelect

beforeAll(async () => {
  fixture = await openOrderFixture()
  const [known] = await fixture.shop.db.select().from(shops).limit(1)
  if (!known) throw new Error('No shop was seeded')
  ROSE = shopRow({ marketId: known.marketId, stateId: known.stateId, name: 'Rose & "Thorn" 100%' })
  await fixture.shop.db.insert(shops).values(ROSE)
})
afterAll(() => fixture.shop.close())

async function empty() {
  const { db } = fixture.shop
  await db.delete(shopOrders)
  await db.delete(orderFlags)
  await db.delete(orderEvents)
  await db.delete(orders)
}

async function add(changes: Parameters<typeof order>[0] = {}) {
  const row = order({ customerName: 'Nobody', customerEmail: 'nobody@mail.example', ...changes })
  await fixture.shop.db.insert(orders).values(row)
  return row
}

async function give(changes: Parameters<typeof order>[0] = {}, given: object = {}) {
  const row = await add({ assignmentStatus: 'assigned', ...changes })
  const one = shopOrder({ orderId: row.id, shopId: ROSE.id, orderTotalCents: row.totalCents, ...given })
  await fixture.shop.db.insert(shopOrders).values(one)
  return { ...row, given: one }
}

const search = (q: string, more = '') => fixture.list(`?q=${encodeURIComponent(q)}${more}`)
const ids = (rows: readonly OrderRow[]) => rows.map(({ id }) => id)
const day = (n: number) => `2026-05-${String(n).padStart(2, '0')}T12:00:00.000Z`

describe('rows', () => {
  beforeEach(empty)

  test('without orders the list is empty and its first page', async () => {
    expect(await fixture.list()).toEqual({
      rows: [],
      info: { page: 1, pageSize: 10, total: 0, capped: false },
      sort: 'created',
      recentOrders: [],
      platforms: [],
    })
  })

  test('every page names the orders that were paid last, whatever it shows', async () => {
    const newest = await add({ paymentStatus: 'paid', paidAt: day(9), createdAt: day(1) })
    const older = await add({ paymentStatus: 'paid', paidAt: day(8), createdAt: day(2) })
    await add({ createdAt: day(3) })
    for (const query of [
      '',
      '?sort=late',
      '?status=cancelled',
      '?q=nobody',
      '?q=nobody&sort=promised',
      '?q=qqq',
    ]) {
      const { recentOrders } = await fixture.list(query)
      expect(recentOrders, query).toEqual(
        [newest, older].map(({ id, orderReference, paidAt }) => ({ id, reference: orderReference, paidAt })),
      )
    }
  })

  test('a row has money, shop, split and flags', async () => {
    const one = await give({ paymentStatus: 'paid', status: 'confirmed' })
    await fixture.shop.db
      .insert(orderFlags)
      .values([
        orderFlag({ orderId: one.id, kind: 'disputed' }),
        orderFlag({ orderId: one.id, kind: 'rebuilt', resolvedAt: day(2) }),
      ])
    const sample = await add({ isSample: true, createdAt: day(1) })
    const { rows } = await fixture.list()
    expect(rows).toEqual([
      {
        id: one.id,
        reference: one.orderReference,
        customerName: 'Nobody',
        customerEmail: 'nobody@mail.example',
        status: 'confirmed',
        paymentStatus: 'paid',
        assignmentStatus: 'assigned',
        totalCents: 6358,
        refundedCents: 0,
        isSample: false,
        flags: ['disputed'],
        situation: { kind: 'disputed', look: 'red', label: 'Disputed', flag: 'disputed' },
        shop: {
          shopOrderId: one.given.id,
          shopId: ROSE.id,
          shopName: ROSE.name,
          status: 'pending',
          shopCostCents: 5086,
          platformFeeCents: 1272,
          shopPercent: 80,
        },
        platform: null,
        promisedBy: one.promisedBy,
        timeZone: 'America/New_York',
        createdAt: one.createdAt,
      },
      expect.objectContaining({ id: sample.id, isSample: true, shop: null, flags: [] }),
    ])
  })

  test('a rejected or withdrawn shop order is not shown as the shop', async () => {
    const rejected = await give({}, { status: 'rejected', statusUpdatedAt: day(1) })
    const withdrawn = await give({}, { withdrawnAt: day(1) })
    const { rows } = await fixture.list()
    expect(rows.map(({ shop }) => shop)).toEqual([null, null])
    await fixture.shop.db.insert(shopOrders).values(shopOrder({ orderId: rejected.id, shopId: ROSE.id }))
    expect((await search('thorn')).rows.map(({ id }) => id)).toEqual([rejected.id])
    expect(withdrawn.id).not.toBe(rejected.id)
  })

  test('the newest come first, ten a page; by promised time in both directions', async () => {
    const rows = []
    for (let n = 1; n <= 23; n++) {
      rows.push(await add({ createdAt: day(n), promisedBy: day(((n * 7) % 23) + 1) }))
    }
    const newest = rows.map(({ id }) => id).toReversed()
    const promised = rows.toSorted((a, b) => (a.promisedBy < b.promisedBy ? -1 : 1)).map(({ id }) => id)
    for (const filter of ['', '&status=pending']) {
      expect(ids((await fixture.list(`?page=1${filter}`)).rows)).toEqual(newest.slice(0, 10))
      expect(ids((await fixture.list(`?page=3${filter}`)).rows)).toEqual(newest.slice(20))
      const oldest = await fixture.list(`?page=2&direction=asc${filter}`)
      expect(ids(oldest.rows)).toEqual(newest.toReversed().slice(10, 20))
      const soonest = await fixture.list(`?sort=promised${filter}`)
      expect([ids(soonest.rows), soonest.sort]).toEqual([promised.slice(0, 10), 'promised'])
      const latest = await fixture.list(`?sort=promised&direction=desc${filter}&page=2`)
      expect(ids(latest.rows)).toEqual(promised.toReversed().slice(10, 20))
      // Beyond the last page there is the last one.
      expect(ids((await fixture.list(`?page=9${filter}`)).rows)).toEqual(newest.slice(20))
    }
    expect((await fixture.list('?page=2')).info).toEqual({ page: 2, pageSize: 10, total: 23, capped: false })
    for (const [query, wanted] of [
      ['', newest],
      ['&direction=asc', newest.toReversed()],
      ['&sort=promised', promised],
      ['&sort=promised&direction=desc', promised.toReversed()],
    ] as const) {
      expect(ids((await search('nobody', query)).rows)).toEqual(wanted.slice(0, 10))
      expect(ids((await search('nobody', `${query}&page=3`)).rows)).toEqual(wanted.slice(20))
    }
  })

  describe('late first', () => {
    const waiting = { paymentStatus: 'paid', status: 'confirmed' } as const
    const all: { id: string }[] = []
    beforeEach(async () => {
      all.length = 0
      // They are listed in this order.
      for (const [promised, changes] of [
        [1, { ...waiting, status: 'pending' }],
        [2, { ...waiting, status: 'processing', assignmentStatus: 'assigned' }],
        [9, waiting],
        [20, waiting],
        [28, { ...waiting, isSample: true }],
        [27, { ...waiting, status: 'delivered' }],
        [26, { paymentStatus: 'refunded', refundedCents: 6358 }],
        [25, { status: 'cancelled', paymentStatus: 'failed' }],
        [12, {}],
        [10, { ...waiting, status: 'completed', assignmentStatus: 'assigned' }],
        [6, { ...waiting, status: 'cancelled' }],
        [3, { paymentStatus: 'failed' }],
      ] as const) {
        const paidAt = 'paymentStatus' in changes && changes.paymentStatus !== 'failed' ? day(1) : null
        all.push(
          await add({
            promisedBy: day(promised),
            createdAt: day(((promised * 7) % 28) + 1),
            paidAt,
            ...changes,
          }),
        )
      }
    })

    test('lists open paid orders by promised time, then the others, latest promised first', async () => {
      const first = await fixture.list('?sort=late')
      expect([ids(first.rows), first.sort]).toEqual([all.slice(0, 10).map(({ id }) => id), 'late'])
      expect(ids((await fixture.list('?sort=late&page=2')).rows)).toEqual(all.slice(10).map(({ id }) => id))
      // The direction of another sort does not matter.
      expect((await fixture.list('?sort=late&direction=desc')).rows).toEqual(first.rows)
    })

    test('gives the same order with a search and with filters', async () => {
      const newest = (await fixture.list('?page=1')).rows.concat((await fixture.list('?page=2')).rows)
      for (const filter of [
        '&status=confirmed',
        '&payment=paid',
        '&assignment=assigned',
        '&status=cancelled',
        '&payment=failed&status=pending',
      ]) {
        for (const words of ['', '&q=nobody']) {
          const { rows, info } = await fixture.list(`?sort=late${filter}${words}`)
          const matches = newest.filter((row) =>
            [...new URLSearchParams(filter)].every(
              ([name, value]) =>
                row[
                  ({ status: 'status', payment: 'paymentStatus', assignment: 'assignmentStatus' } as const)[
                    name as 'status'
                  ]
                ] === value,
            ),
          )
          const wanted = all.filter(({ id }) => matches.some((row) => row.id === id)).map(({ id }) => id)
          expect(wanted.length, filter).toBeGreaterThan(0)
          expect([ids(rows), info.total], filter + words).toEqual([wanted, wanted.length])
        }
      }
      expect(ids((await search('nobody', '&sort=late&page=2')).rows)).toEqual(
        all.slice(10).map(({ id }) => id),
      )
    })
  })

  test('orders placed at the same instant are listed once each', async () => {
    for (let n = 0; n < 25; n++) await add()
    for (const query of [
      '',
      '&status=pending',
      '&q=nobody',
      '&sort=promised',
      '&sort=promised&q=nobody',
      '&sort=late',
      '&sort=late&q=nobody',
    ]) {
      const seen = await Promise.all(
        [1, 2, 3].map(async (page) => (await fixture.list(`?page=${page}${query}`)).rows),
      )
      expect(new Set(ids(seen.flat())).size, query).toBe(25)
    }
  })
})

describe('filters', () => {
  const made: { id: string; assignment: string; status: string; payment: string; platform: string | null }[] =
    []
  const [ONE, OTHER] = [agentPlatform({ name: 'One' }), agentPlatform({ name: 'Other' })]
  beforeAll(async () => {
    await empty()
    await fixture.shop.db
      .insert(agentPlatforms)
      .values([OTHER, ONE, agentPlatform({ name: 'Without orders' })])
    let n = 0
    for (const assignment of ASSIGNMENT_STATUSES) {
      for (const status of ORDER_STATUSES) {
        for (const payment of PAYMENT_STATUSES) {
          n += 1
          const platform = [null, null, ONE.id, OTHER.id][n % 4] ?? null
          const { id } = await add({
            agentPlatformId: platform,
            assignmentStatus: assignment,
            status,
            paymentStatus: payment,
            createdAt: new Date(Date.parse(day(1)) + n * 60_000).toISOString(),
          })
          made.unshift({ id, assignment, status, payment, platform })
        }
      }
    }
  })

  test.each([
    ['buyer', (platform: string | null) => platform === null],
    ['agent', (platform: string | null) => platform !== null],
    [ONE.id, (platform: string | null) => platform === ONE.id],
    [crypto.randomUUID(), () => false],
  ])(
    'the source %s finds its orders, alone, with other choices, in each order and as a file',
    async (source, isIt) => {
      for (const more of [{}, { status: 'pending' }, { payment: 'paid', assignment: 'assigned' }]) {
        const wanted = made.filter(
          (row) =>
            isIt(row.platform) &&
            Object.entries(more).every(([name, value]) => row[name as 'status'] === value),
        )
        for (const words of [{}, { q: 'nobody' }, { q: 'no' }]) {
          const filter = new URLSearchParams({ source, ...more, ...words }).toString()
          const { rows, info } = await fixture.list(`?${filter}`)
          expect(ids(rows), filter).toEqual(wanted.slice(0, 10).map(({ id }) => id))
          expect(info.total).toBe(wanted.length)
          const { body } = await fixture.admin.get(`/admin/orders/count?${filter}`)
          expect(body['total']).toBe(wanted.length)
          const promised = await fixture.list(`?${filter}&sort=late`)
          expect([promised.sort, promised.info.total]).toEqual(['late', wanted.length])
        }
      }
    },
  )

  test('a row names the platform whose agent prepared it, and the list those that have orders, by name', async () => {
    const host = (platform: typeof ONE) => new URL(platform.profileUrl).host
    const named = [ONE, OTHER].map((platform) => ({
      id: platform.id,
      name: platform.name,
      host: host(platform),
    }))
    for (const query of ['', '?sort=late', '?q=nobody', '?q=nobody&sort=promised', '?q=qqqzzz']) {
      const { rows, platforms } = await fixture.list(query)
      expect(platforms).toEqual(named)
      for (const { id, platform } of rows) {
        const { platform: its } = made.find((row) => row.id === id) ?? {}
        expect(platform).toEqual(named.find((one) => one.id === its) ?? null)
      }
    }
  })

  const choices = [undefined, ...ASSIGNMENT_STATUSES].flatMap((assignment) =>
    [undefined, ...ORDER_STATUSES].flatMap((status) =>
      [undefined, ...PAYMENT_STATUSES].map((payment) => ({ assignment, status, payment })),
    ),
  )

  test('every choice of the menu finds its orders, alone, with the others and with words', async () => {
    for (const choice of choices) {
      const query = Object.entries(choice)
        .flatMap(([name, value]) => (value ? [`&${name}=${value}`] : []))
        .join('')
      const wanted = made.filter((row) =>
        Object.entries(choice).every(([name, value]) => !value || row[name as 'status'] === value),
      )
      for (const words of ['', '&q=nobody']) {
        const { rows, info } = await fixture.list(`?page=1${query}${words}`)
        expect(ids(rows), query + words).toEqual(wanted.slice(0, 10).map(({ id }) => id))
        expect(info.total).toBe(wanted.length)
      }
    }
  })
})

describe('search', () => {
  let zoe: Awaited<ReturnType<typeof add>>
  let given: Awaited<ReturnType<typeof give>>
  beforeAll(async () => {
    await empty()
    zoe = await add({
      orderReference: 'ORD-7K3MQ2XZ',
      customerName: 'Zoë  van Zant'.replace('  ', ' '),
      customerEmail: 'Zoe.Van@Example.com',
      status: 'processing',
      createdAt: day(3),
    })
    given = await give({
      orderReference: 'ORD-99999999',
      customerName: `Sam "50%" O'Neil_Sorry`,
      customerEmail: 'sam+test@mail.example',
      status: 'delivered',
      createdAt: day(2),
    })
  })

  test.each([
    ['ORD-7K3MQ2XZ'],
    ['ord-7k3'],
    ['MQ2XZ'],
    ['7K3MQ2XZ'],
    ['van zant'],
    ['Zoë'],
    ['zoe'],
    ['ZANT'],
    ['an za'],
    ['zoe.van@example.com'],
    ['@example'],
    ['processing'],
    ['Proc'],
    ['z'],
    ['Z'],
    ['va'],
    ['pr'],
  ])('%j finds Zoë', async (q) => {
    expect(ids((await search(q)).rows)).toEqual([zoe.id])
  })

  test.each([
    ['"50%"'],
    ["o'neil"],
    ['neil_sorry'],
    ['sam+test'],
    ['rose & "thorn" 100%'],
    ['thorn'],
    ['ose &'],
    ['100%'],
    ['ro'],
    ['deliver'],
    ['99999999'],
    ['"t'],
    ['"'],
  ])('%j finds Sam', async (q) => {
    expect(ids((await search(q)).rows)).toEqual([given.id])
  })

  test.each([
    ['qqq'],
    ['zant van'],
    ['an'],
    ['xy'],
    ['%'],
    ['___'],
    ['AND'],
    ['*'],
    ['ORD-7K3MQ2X1'],
    ['reference:ord'],
    ['pai'],
    ['unassigned'],
    ['NEAR(zoe van)'],
    ['🌹'],
    ["'; drop table orders; --"],
    ['x'.repeat(100)],
  ])('%j finds nobody', async (q) => {
    expect((await search(q)).rows).toEqual([])
  })

  test('a blank search is ignored, and 101 characters are refused', async () => {
    expect((await search('   ')).info.total).toBe(2)
    expect((await fixture.admin.get(`/admin/orders?q=${'x'.repeat(101)}`)).status).toBe(422)
  })

  test('a shop is found by its new name at once', async () => {
    await fixture.shop.db.update(shops).set({ name: 'Lily Pad' }).where(eq(shops.id, ROSE.id))
    expect(ids((await search('lily')).rows)).toEqual([given.id])
    expect((await search('thorn')).rows).toEqual([])
    await fixture.shop.db.update(shops).set({ name: ROSE.name }).where(eq(shops.id, ROSE.id))
  })

  test.each([
    ['delivered', 'delivered', true],
    ['deliver', 'delivered', true],
    ['de', 'delivered', true],
    ['delivered', 'cancelled', false],
    ['processing', 'delivered', false],
    ['s', 'delivered', true],
  ])('%j among those that are %s', async (q, status, found) => {
    expect(ids((await search(q, `&status=${status}`)).rows)).toEqual(found ? [given.id] : [])
  })
})

describe('among many', () => {
  const COUNT = 1_200
  beforeAll(async () => {
    await empty()
    await makeManyOrders(fixture.shop.client, COUNT, fixture.shop.clock.at)
  })

  test('the list counts search results up to 250, the count route further', async () => {
    expect((await search('ord-')).info).toEqual({ page: 1, pageSize: 10, total: 250, capped: true })
    const count = async (query: string) => (await fixture.admin.get(`/admin/orders/count?${query}`)).body
    expect(await count('q=ord-')).toEqual({ total: COUNT, capped: false })
    expect(await count('')).toEqual({ total: COUNT, capped: false })
    const delivered = (await fixture.list('?status=delivered')).info.total
    expect(await count('status=delivered')).toEqual({ total: delivered, capped: false })
    expect(await count('q=delivered')).toEqual({ total: delivered, capped: false })
  })

  test('too many results to sort by promised time come newest first with `sort: created`', async () => {
    const many = await search('ord-', '&sort=promised')
    expect(many.sort).toBe('created')
    expect(ids(many.rows)).toEqual(ids((await fixture.list()).rows))
    const fewer = await search('smith', '&sort=promised')
    expect(fewer.sort).toBe('promised')
    expect(fewer.rows.map(({ promisedBy }) => promisedBy)).toEqual(
      fewer.rows.map(({ promisedBy }) => promisedBy).toSorted(),
    )
  })

  test('too many results to put late ones first come newest first', async () => {
    const many = await search('ord-', '&sort=late')
    expect(many.sort).toBe('created')
    expect(ids(many.rows)).toEqual(ids((await fixture.list()).rows))
    expect((await search('smith', '&sort=late')).sort).toBe('late')
  })

  test('a page costs one round trip beside the guard, and every step uses an index', async () => {
    const queries = [
      '',
      '?sort=promised',
      '?sort=late',
      '?sort=late&page=3&payment=paid',
      '?q=s&sort=late',
      '?direction=asc&page=3',
      '?status=delivered',
      '?assignment=unassigned&sort=promised&direction=desc',
      '?payment=paid&status=cancelled&assignment=assigned',
      '?q=smith',
      '?q=s&sort=promised',
      '?q=rose&status=delivered&payment=paid',
      '?source=agent',
      '?source=buyer&sort=late',
      '?q=smith&source=0190f6a0-3c1e-4d63-9f3b-0123456789ab',
      '/count?source=agent&payment=paid',
      '/count',
      '/count?status=delivered',
      '/count?q=smith&payment=paid',
      '/many-7',
    ]
    for (const query of queries) {
      const { requests, plans } = await plansOf(fixture.shop, async () => {
        const { status } = await fixture.admin.get(`/admin/orders${query}`)
        expect(status, query).toBe(200)
      })
      expect(requests, query).toBe(2)
      for (const { steps, sql } of plans) {
        expect(steps.filter(walks), `${query}\n${sql}`).toEqual([])
      }
    }
  })

  test.each([
    // One B-tree sorts the ten rows of the page; a filter's merges the first ten of each combination of statuses.
    ['?q=smith', 1],
    ['?q=smith&status=delivered', 1],
    ['?sort=promised', 1],
    ['?status=delivered', 2],
    ['?sort=late', 2],
  ])('%s sorts no more than a page', async (query, sorts) => {
    const { plans } = await plansOf(fixture.shop, () => fixture.admin.get(`/admin/orders${query}`))
    const steps = plans.flatMap((plan) => plan.steps)
    expect(steps.filter((step) => step.includes('USE TEMP B-TREE'))).toHaveLength(sorts)
  })
})

/** A step that reads a whole table; the ids of a page and lists of statuses are no tables. */
function walks(step: string): boolean {
  const [, table] = /^SCAN (\S+)/.exec(step) ?? []
  if (!table || /^(\(|ids|assignment$|status$|payment$|CONSTANT$)/.test(table)) return false
  return !/USING (COVERING )?INDEX|VIRTUAL TABLE INDEX \d+:\S/.test(step)
}

describe('as a file', () => {
  const request = async (query = '') =>
    fixture.shop.app.request(`/api/admin/orders/csv${query}`, {
      headers: { cookie: await fixture.admin.cookie() },
    })
  async function exported(query = '') {
    const response = await request(query)
    expect(response.status).toBe(200)
    const text = await response.text()
    const { data, errors } = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true })
    expect(errors).toEqual([])
    return { response, rows: data }
  }

  test('holds an order’s fields, without formulas', async () => {
    await empty()
    const one = await give({
      customerName: '=cmd()',
      paymentStatus: 'paid',
      paidAt: day(1),
      refundedCents: 105,
      deliveryAddress: '1 "Main" St',
      deliveryUnit: 'Apt 2, rear',
    })
    const platform = agentPlatform({ name: '+Assistant' })
    await fixture.shop.db.insert(agentPlatforms).values(platform)
    await add({ createdAt: day(1), isSample: true, agentPlatformId: platform.id })
    const { response, rows } = await exported()
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders-2026-06-04.csv"')
    expect(rows).toMatchObject([
      {
        'Order #': one.orderReference,
        Customer: "'=cmd()",
        Address: '1 "Main" St',
        'Apt, suite, floor': 'Apt 2, rear',
        Shop: ROSE.name,
        Subtotal: '49.99',
        'Delivery fee': '9.99',
        Tax: '3.60',
        Total: '63.58',
        Refunded: '1.05',
        'Shop cost': '50.86',
        'Platform fee': '12.72',
        'Agent of': '',
        'Agent profile': '',
        Sample: 'no',
      },
      {
        Shop: 'Unassigned',
        'Shop cost': '',
        'Platform fee': '',
        'Agent of': "'+Assistant",
        'Agent profile': platform.profileUrl,
        Sample: 'yes',
      },
    ])
  })

  test('holds what the list’s filter finds, over many pages, each order once, newest first', async () => {
    await empty()
    await makeManyOrders(fixture.shop.client, 1_100, fixture.shop.clock.at)
    const all = await exported()
    expect(new Set(all.rows.map((row) => row['Order #'])).size).toBe(1_100)
    const created = all.rows.map((row) => String(row['Created']))
    expect(created).toEqual(created.toSorted().toReversed())
    for (const query of [
      '?status=delivered',
      '?q=smith',
      '?q=smith&payment=paid',
      '?assignment=unassigned',
    ]) {
      const { rows } = await exported(query)
      const { body } = await fixture.admin.get(`/admin/orders/count${query}`)
      expect([rows.length, rows.length > 0], query).toEqual([body['total'], true])
    }
    expect((await exported('?q=qqqzzz')).rows).toEqual([])
  })

  test('is read by an index', async () => {
    for (const query of ['', '?status=delivered', '?q=smith', '?source=agent']) {
      const { plans } = await plansOf(fixture.shop, async () => void (await (await request(query)).text()))
      expect(plans.flatMap(({ steps }) => steps.filter(walks))).toEqual([])
    }
  })

  test.each(['?status=shipped', '?page=2', '?sort=promised'])('%s is refused', async (query) => {
    expect((await request(query)).status).toBe(422)
  })
})
