import fc from 'fast-check'
import Papa from 'papaparse'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Statement } from '#api/statements/service.ts'
import { statementCsv } from '#api/statements/service.ts'
import { SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { markets } from '#drizzle/schema/markets.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { shareCorrections, shopOrders } from '#drizzle/schema/shop-orders.ts'
import { openFloristFixture } from '#tests/support/florist-fixture.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { order, shareCorrection, shopOrder } from '#tests/support/rows.ts'
import { runs } from '#tests/support/soak.ts'

const fixture = await openFloristFixture()
const florist = await fixture.florist()
afterAll(() => fixture.shop.close())
beforeEach(async () => {
  for (const table of [shareCorrections, shopOrders, orders]) await fixture.shop.db.delete(table)
})

const DAY = '2026-06-10T15:00:00.000Z'

/** An order that the florist was given. */
async function given(changes: Partial<typeof shopOrders.$inferSelect> = {}, ofOrder: object = {}) {
  const placed = order({ paymentStatus: 'paid', status: 'confirmed', ...ofOrder })
  const row = shopOrder({
    orderId: placed.id,
    shopId: florist.id,
    createdAt: DAY,
    updatedAt: DAY,
    ...changes,
  })
  await fixture.shop.db.insert(orders).values(placed)
  await fixture.shop.db.insert(shopOrders).values(row)
  return { ...row, reference: placed.orderReference }
}
const corrected = async (shopOrderId: string, amountCents: number, createdAt = DAY) => {
  const row = shareCorrection({ shopOrderId, amountCents, createdAt, reason: 'Half of it was refunded.' })
  await fixture.shop.db.insert(shareCorrections).values(row)
}
const statement = async (month = '2026-06', shopId = florist.id) => {
  const { status, body } = await fixture.admin.get(`/admin/shops/${shopId}/statement?month=${month}`)
  expect(status).toBe(200)
  return body as unknown as Statement
}
const PAID = { paymentStatus: 'paid', paymentUpdatedAt: '2026-06-20T12:00:00.000Z' } as const

test('a statement lists orders and corrections and adds up fee, paid and unpaid', async () => {
  const open = await given()
  const paid = await given({ ...PAID, paymentReference: 'CHK 1042', createdAt: '2026-06-11T15:00:00.000Z' })
  await corrected(paid.id, -800, '2026-06-21T12:00:00.000Z')
  await corrected(open.id, 150, '2026-06-22T12:00:00.000Z')
  const { lines, ...rest } = await statement()
  expect(rest).toEqual({
    shop: { id: florist.id, name: florist.name },
    month: '2026-06',
    timeZone: 'America/New_York',
    totals: {
      orders: 2,
      orderTotalCents: 2 * 6358,
      platformFeeCents: 2 * 1272,
      shopCostCents: 2 * 5086,
      correctionCents: -650,
      dueCents: 2 * 5086 - 650,
      // A correction after the payment was not paid with it.
      paidCents: 5086,
      unpaidCents: 5086 - 650,
    },
  })
  expect(
    lines.map(({ kind, orderReference, dueCents, paidCents, unpaidCents }) => [
      kind,
      orderReference,
      dueCents,
      paidCents,
      unpaidCents,
    ]),
  ).toEqual([
    ['order', open.reference, 5086, 0, 5086],
    ['order', paid.reference, 5086, 5086, 0],
    ['correction', paid.reference, -800, 0, -800],
    ['correction', open.reference, 150, 0, 150],
  ])
})

test('a month is the market’s: its first and last minute are in it, the next ones are not', async () => {
  for (const createdAt of [
    '2026-06-01T03:59:59.999Z',
    '2026-06-01T04:00:00.000Z',
    '2026-07-01T03:59:59.999Z',
    '2026-07-01T04:00:00.000Z',
  ]) {
    await given({ createdAt })
  }
  expect((await statement()).lines.map(({ at }) => at)).toEqual([
    '2026-06-01T04:00:00.000Z',
    '2026-07-01T03:59:59.999Z',
  ])
  expect((await statement('2026-05')).lines).toHaveLength(1)
  const [sf] = (await fixture.shop.db.select().from(markets)).filter(({ timeZone }) =>
    timeZone.endsWith('Los_Angeles'),
  )
  const west = await fixture.florist({ marketId: String(sf?.id) })
  await given({ shopId: west.id, createdAt: '2026-06-01T06:59:59.999Z' })
  expect((await statement('2026-05', west.id)).lines).toHaveLength(1)
  expect((await statement('2026-06', west.id)).lines).toEqual([])
})

test('a correction belongs to the month in which it was made', async () => {
  const old = await given({
    ...PAID,
    createdAt: '2026-05-20T12:00:00.000Z',
    paymentUpdatedAt: '2026-05-31T12:00:00.000Z',
  })
  const before = await statement('2026-05')
  await corrected(old.id, -800)
  expect(await statement('2026-05')).toEqual(before)
  expect((await statement()).totals).toMatchObject({
    orders: 0,
    shopCostCents: 0,
    correctionCents: -800,
    dueCents: -800,
    unpaidCents: -800,
  })
})

test('orders that a shop rejected or lost are left out, unless money was paid for them', async () => {
  const gone = [{ status: 'rejected', statusUpdatedAt: DAY }, { withdrawnAt: DAY }] as const
  for (const changes of gone) {
    const { id } = await given(changes)
    await corrected(id, -100)
  }
  expect((await statement()).lines).toEqual([])
  for (const changes of gone) await given({ ...changes, ...PAID })
  const { lines, totals } = await statement()
  expect(lines).toHaveLength(2)
  expect(totals).toEqual({
    orders: 0,
    orderTotalCents: 0,
    platformFeeCents: 0,
    shopCostCents: 0,
    correctionCents: 0,
    dueCents: 0,
    paidCents: 2 * 5086,
    unpaidCents: -2 * 5086,
  })
})

test('samples and other shops’ orders are left out', async () => {
  await given({}, { isSample: true, orderReference: 'ORD-12345' })
  await given({ shopId: (await fixture.florist()).id })
  expect((await statement()).lines).toEqual([])
})

test.each([
  '',
  '?month=2026',
  '?month=2026-13',
  '?month=2026-6',
  '?month=2026-06-01',
  '?month=2026-06&year=2',
])('refuses %j', async (query) => {
  expect((await fixture.admin.get(`/admin/shops/${florist.id}/statement${query}`)).status).toBe(422)
  expect((await fixture.admin.get(`/admin/shops/${florist.id}/statement/csv${query}`)).status).toBe(422)
})

test('an unknown shop is not found', async () => {
  for (const path of ['statement', 'statement/csv']) {
    const { status, body } = await fixture.admin.get(`/admin/shops/nobody/${path}?month=2026-06`)
    expect([status, body['error']]).toEqual([404, expect.objectContaining({ message: 'Shop not found' })])
  }
})

const MONEY = ['Order total', 'Platform fee', 'Shop cost', 'Correction', 'Due', 'Paid', 'Unpaid'] as const

/** The file as a spreadsheet reads it: rows by heading, amounts back in cents. */
async function file() {
  const { status, headers, body } = await fixture.admin.get(
    `/admin/shops/${florist.id}/statement/csv?month=2026-06`,
  )
  expect(status).toBe(200)
  const { data } = Papa.parse<Record<string, string>>(String(body).replace('\u{FEFF}', '').trim(), {
    header: true,
  })
  const cents = (row: Record<string, string>) =>
    Object.fromEntries(MONEY.map((name) => [name, Math.round(Number(row[name]) * 100)]))
  return { headers, text: String(body), rows: data, amounts: data.map(cents) }
}

test('the file says the same, with its totals in the last row', async () => {
  const { id, reference } = await given({ ...PAID, paymentReference: '=1+1' })
  await corrected(id, -5)
  const { headers, text, rows, amounts } = await file()
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="statement-2026-06.csv"')
  // Reading it as text loses the mark that spreadsheets look for.
  expect(text.startsWith('"Date","Order",')).toBe(true)
  expect(statementCsv(await statement()).charCodeAt(0)).toBe(0xfeff)
  expect(rows[0]).toEqual({
    Date: '2026-06-10',
    Order: reference,
    What: 'Order',
    Status: 'Pending',
    'Order total': '63.58',
    'Platform fee': '12.72',
    'Shop cost': '50.86',
    Correction: '0.00',
    Due: '50.86',
    Paid: '50.86',
    Unpaid: '0.00',
    Reason: '',
    // No formula to a spreadsheet.
    'Payment reference': "'=1+1",
  })
  expect(rows[1]).toMatchObject({
    What: 'Correction',
    Correction: '-0.05',
    Due: '-0.05',
    Reason: 'Half of it was refunded.',
  })
  expect(rows.at(-1)).toMatchObject({ Date: 'Total', Due: '50.81' })
  expect(amounts).toHaveLength(3)
})

test('adds up to the cent, whatever happened, on screen and in the file', async () => {
  const instant = fc
    .integer({ min: 0, max: 29 })
    .map((day) => new Date(Date.UTC(2026, 5, 1 + day, 12)).toISOString())
  const one = fc.record({
    status: fc.constantFrom(...SHOP_ORDER_STATUSES),
    withdrawn: fc.boolean(),
    paid: fc.boolean(),
    totalCents: fc.integer({ min: 1, max: 1_000_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    assignedAt: instant,
    paidAt: instant,
    corrections: fc.array(
      fc.tuple(
        fc.integer({ min: -10_000, max: 10_000 }).filter((cents) => cents !== 0),
        instant,
      ),
      {
        maxLength: 3,
      },
    ),
  })
  await fc.assert(
    fc
      .asyncProperty(fc.array(one, { maxLength: 12 }), async (all) => {
        for (const { status, withdrawn, paid, totalCents, share, assignedAt, paidAt, corrections } of all) {
          const shopCostCents = Math.round(totalCents * share)
          const { id } = await given(
            {
              status,
              statusUpdatedAt: DAY,
              withdrawnAt: withdrawn ? DAY : null,
              ...(paid && { paymentStatus: 'paid', paymentUpdatedAt: paidAt }),
              orderTotalCents: totalCents,
              shopCostCents,
              platformFeeCents: totalCents - shopCostCents,
              createdAt: assignedAt,
            },
            { subtotalCents: totalCents, deliveryFeeCents: 0, taxCents: 0 },
          )
          for (const [cents, at] of corrections) await corrected(id, cents, at)
        }
        const { lines, totals } = await statement()
        const sum = (field: keyof typeof totals & keyof (typeof lines)[number]) =>
          lines.reduce((all, line) => all + line[field], 0)
        for (const field of [
          'orderTotalCents',
          'platformFeeCents',
          'shopCostCents',
          'correctionCents',
          'dueCents',
          'paidCents',
          'unpaidCents',
        ] as const) {
          expect(totals[field]).toBe(sum(field))
        }
        for (const of of [...lines, totals]) {
          expect(of.paidCents + of.unpaidCents).toBe(of.dueCents)
          expect(of.shopCostCents + of.platformFeeCents).toBe(of.orderTotalCents)
          expect(of.shopCostCents + of.correctionCents).toBe(of.dueCents)
        }
        const { amounts } = await file()
        const last = amounts.pop()
        for (const name of MONEY) {
          expect(amounts.reduce((total, row) => total + (row[name] ?? 0), 0)).toBe(last?.[name])
        }
        expect([last?.['Due'], last?.['Paid'], last?.['Unpaid']]).toEqual([
          totals.dueCents,
          totals.paidCents,
          totals.unpaidCents,
        ])
      })
      .afterEach(async () => {
        for (const table of [shareCorrections, shopOrders, orders]) await fixture.shop.db.delete(table)
      }),
    { numRuns: runs(4) },
  )
})

test('is read by its indexes', async () => {
  const { plans } = await plansOf(fixture.shop, () => statement())
  const steps = plans.flatMap((plan) => plan.steps)
  expect(steps.join('\n')).toContain('shop_orders_shop')
  // An index by shop would read all that the shop ever had, each month again.
  expect(steps.join('\n')).toContain('share_corrections_created_at')
  expect(steps.filter((step) => /^SCAN /.test(step))).toEqual([])
})
