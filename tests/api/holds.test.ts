import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { noticeHeldDays } from '#api/capacity/service.ts'
import { stopOutlivedHolds } from '#api/orders/reconcile.ts'
import { PaymentsError } from '#api/platform/payments/payments.ts'
import { SITE } from '#domain/site.ts'
import { checkoutSessions, orderHolds } from '#drizzle/schema/checkout.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { FaultKind } from '#local/faults.ts'
import type { MarketDetail } from '#src/admin/markets/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { buyer, limitNewYork } from '#tests/support/limited-market.ts'
import { type OrderFixture, openOrderFixture } from '#tests/support/order-fixture.ts'
import { plansOf } from '#tests/support/recorded.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { IS_SOAK } from '#tests/support/soak.ts'

// Who may hold how many places without paying, and for how long.

let fixture: OrderFixture
const shop = await shareTestShop({ config: { placesPerClient: 3, clientsToFillADay: 3 } })

beforeEach(async () => {
  fixture = await openOrderFixture(shop)
})

const ADDRESS = '192.0.2.7'

type Who = { address?: string; email?: string; phone?: string }

let others = 0
/** A form whose buyer has a mailbox and a phone of their own, unless said otherwise. */
function formOf({ email, phone }: Who = {}, option = 'today') {
  others += 1
  const own = buyer(others)
  const customerInfo = { email: email ?? own.email, phone: phone ?? own.phone }
  return checkoutRequest({ customerInfo, deliveryDetails: { option } })
}
/** Sends a form, from an address of its own unless said otherwise. */
const send = (form: ReturnType<typeof checkoutRequest>, address?: string) =>
  shop.post('/create-checkout-session', form, {
    'cf-connecting-ip': address ?? `198.51.${Math.floor(others / 250)}.${others % 250}`,
  })
const place = (who: Who = {}, option?: string) => send(formOf(who, option), who.address)
const codeOf = ({ status, body }: Awaited<ReturnType<typeof place>>) =>
  status === 200 ? 'placed' : Reflect.get(Object(body['error']), 'code')
const outcomes = async (all: readonly Who[]) => {
  const codes: unknown[] = []
  for (const who of all) codes.push(codeOf(await place(who)))
  return codes
}
async function placed(who: Who = {}, option?: string) {
  const form = formOf(who, option)
  const { status, body } = await send(form, who.address)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { form, ...(await orderOf(String(body['sessionId']))) }
}
async function orderOf(sessionId: string) {
  const [order] = await shop.db.select().from(orders).where(eq(orders.checkoutSessionId, sessionId))
  if (!order) throw new Error('Nothing was placed')
  return { id: order.id, sessionId }
}
async function payAndSettle(sessionId: string) {
  await shop.pay(sessionId)
  await fixture.settle(sessionId)
  await shop.settled()
}
/** Lets minutes pass, with a scheduled run after so many of them; the soak has one after each. */
async function runMinutes(minutes: number, step: number) {
  const passed = IS_SOAK ? 1 : step
  for (let minute = 0; minute < minutes; minute += passed) {
    shop.pass(passed)
    await shop.scheduled()
  }
}
// The end of an unpaid order is named by its reason.
const kindsOf = async (id: string) =>
  (await fixture.eventsOf(id)).map(({ kind, data }) => data['why'] ?? kind)
/** Lets every open session end unpaid. */
async function expireAll() {
  shop.pass(32)
  await shop.scheduled()
  expect(await shop.db.$count(orders, eq(orders.paymentStatus, 'pending'))).toBe(0)
}
const isFree = async (option = 'today') => {
  const { body } = await shop.get('/zip-codes/10001')
  const options = Reflect.get(Object(body['availability']), 'options')
  return Reflect.get(Object(Reflect.get(Object(options), option)), 'open') === true
}
const range = (length: number) => Array.from({ length }, (_, n) => n)

describe('who holds three places', () => {
  test.each<[string, Who[], Who]>([
    ['an IPv4 address', range(4).map(() => ({ address: ADDRESS })), { address: '192.0.2.8' }],
    [
      'an IPv6 /64',
      ['1', '2', 'ffff:1:2', '3'].map((rest) => ({ address: `2001:db8:0:1::${rest}` })),
      { address: '2001:db8:0:2::1' },
    ],
    [
      'one mailbox in several spellings, from many addresses',
      ['sam@gmail.com', 's.a.m@gmail.com', 'Sam+roses@googlemail.com', 'sam+again@gmail.com'].map(
        (email) => ({ email }),
      ),
      { email: 'samuel@gmail.com' },
    ],
    [
      'one phone in several spellings, from many addresses',
      ['(646) 555-0199', '646-555-0199', '1 646 555 0199', '+16465550199'].map((phone) => ({ phone })),
      { phone: '(646) 555-0198' },
    ],
  ])('is refused a fourth: %s', async (_, same, other) => {
    await limitNewYork(shop, 50)
    expect(await outcomes(same)).toEqual(['placed', 'placed', 'placed', 'too_many_places'])
    expect(codeOf(await place(other))).toBe('placed')
    expect(await shop.db.$count(orders)).toBe(4)
  })

  test('is refused a fourth of ten at once', async () => {
    await limitNewYork(shop, 10)
    const answers = await Promise.all(range(10).map(() => place({ address: ADDRESS })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await shop.db.$count(orders)).toBe(3)
  })

  test('is refused another day, too', async () => {
    await limitNewYork(shop, 50)
    await outcomes(range(3).map(() => ({ address: ADDRESS })))
    expect(codeOf(await place({ address: ADDRESS }, 'tomorrow'))).toBe('too_many_places')
  })

  test('is refused nothing where there is no limit', async () => {
    const same = { address: ADDRESS, email: 'sam@example.com', phone: '(646) 555-0199' }
    expect(await outcomes(range(5).map(() => same))).toEqual(range(5).map(() => 'placed'))
    expect(await shop.db.$count(orderHolds)).toBe(0)
  })
})

describe('of a day with few places', () => {
  test.each<[number, number, Who]>([
    [2, 1, { address: ADDRESS }],
    [5, 1, { address: ADDRESS }],
    [5, 1, { email: 'sam@gmail.com' }],
    [5, 1, { phone: '(646) 555-0199' }],
    [6, 2, { address: ADDRESS }],
    [50, 3, { address: ADDRESS }],
  ])('%i, %i are held by one client: %j', async (capacity, share, who) => {
    await limitNewYork(shop, capacity)
    const answers = await outcomes(range(4).map(() => who))
    expect(answers).toEqual(range(4).map((n) => (n < share ? 'placed' : 'too_many_places')))
  })

  test('a third is held at the same time, also of ten forms at once', async () => {
    await limitNewYork(shop, 6)
    const answers = await Promise.all(range(10).map(() => place({ address: ADDRESS })))
    expect(answers.map(codeOf).filter((code) => code === 'placed')).toHaveLength(2)
  })

  test('a third is held of each day', async () => {
    await limitNewYork(shop, 3)
    expect(await outcomes([{ address: ADDRESS }, { address: ADDRESS }])).toEqual([
      'placed',
      'too_many_places',
    ])
    expect(codeOf(await place({ address: ADDRESS }, 'tomorrow'))).toBe('placed')
  })

  test('a third is held again by a buyer who has paid, or whose payment page has ended', async () => {
    await limitNewYork(shop, 4)
    await payAndSettle((await placed({ address: ADDRESS })).sessionId)
    await placed({ address: ADDRESS })
    expect(codeOf(await place({ address: ADDRESS }))).toBe('too_many_places')
    await expireAll()
    expect(codeOf(await place({ address: ADDRESS }))).toBe('placed')
  })

  test('one form that is sent many times at once holds one', async () => {
    await limitNewYork(shop, 2)
    const form = formOf()
    const answers = await Promise.all(range(8).map(() => send(form, ADDRESS)))
    expect(answers.map(({ status }) => status)).toEqual(range(8).map(() => 200))
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test.each([5, 25])('a form that is changed after %i minutes keeps its one place', async (minutes) => {
    await limitNewYork(shop, 2)
    const { form } = await placed({ address: ADDRESS })
    shop.pass(minutes)
    const customerInfo = { ...form.customerInfo, note: 'Dear Alex,' }
    expect((await send({ ...form, customerInfo }, ADDRESS)).status).toBe(200)
    expect(await shop.db.$count(orders, eq(orders.paymentStatus, 'pending'))).toBe(1)
  })

  test('a form that is changed to a day of which its client holds a third stays as it is', async () => {
    await limitNewYork(shop, 3)
    await placed({ address: ADDRESS })
    const { form, id, sessionId } = await placed({ address: ADDRESS }, 'tomorrow')
    const moved = { ...form, deliveryDetails: { option: 'today' } }
    expect(codeOf(await send(moved, ADDRESS))).toBe('too_many_places')
    await payAndSettle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('a form that is changed to a day of which its client holds nothing moves there', async () => {
    await limitNewYork(shop, 3)
    const { form } = await placed({ address: ADDRESS }, 'tomorrow')
    expect((await send({ ...form, deliveryDetails: { option: 'today' } }, ADDRESS)).status).toBe(200)
    expect(await shop.db.$count(orders, eq(orders.paymentStatus, 'pending'))).toBe(1)
  })

  test('nine are held by a wider network of many clients where each may hold three', async () => {
    await limitNewYork(shop, 12)
    const codes = await outcomes(range(12).map((n) => ({ address: `2001:db8:7:${n.toString(16)}::1` })))
    expect(codes.filter((code) => code === 'placed')).toHaveLength(9)
  })
})

test('27 neighboring IPv6 networks hold nine places, and the next /48 its own', async () => {
  await limitNewYork(shop, 27)
  const codes = await outcomes(range(27).map((n) => ({ address: `2001:db8:7:${n.toString(16)}::1` })))
  expect(codes.filter((code) => code === 'placed')).toHaveLength(9)
  expect(codes.slice(9)).toEqual(range(18).map(() => 'too_many_places'))
  expect(await isFree()).toBe(true)
  expect(codeOf(await place({ address: '2001:db8:8:1::1' }))).toBe('placed')
})

test('neighboring IPv4 addresses share nothing', async () => {
  await limitNewYork(shop, 50)
  const codes = await outcomes(range(12).map((n) => ({ address: `192.0.2.${n}` })))
  expect(new Set(codes)).toEqual(new Set(['placed']))
})

describe('a hold that ended unpaid', () => {
  const three = range(3).map(() => ({ address: ADDRESS }))

  test('counts for the client until a day after its end, and takes no place', async () => {
    await limitNewYork(shop, 9)
    await outcomes(three)
    await expireAll()
    expect(await isFree()).toBe(true)
    expect(codeOf(await place({ address: ADDRESS }))).toBe('too_many_places')
    shop.pass(23 * 60)
    await shop.scheduled()
    expect(codeOf(await place({ address: ADDRESS }))).toBe('too_many_places')
    shop.pass(60)
    expect(codeOf(await place({ address: ADDRESS }))).toBe('placed')
  })

  test.each<[string, Who]>([
    ['mailbox', { email: 'sam@example.com' }],
    ['phone', { phone: '(646) 555-0199' }],
  ])('counts for the %s, whatever the address', async (_, who) => {
    await limitNewYork(shop, 50)
    await outcomes([who, who, who])
    await expireAll()
    expect(codeOf(await place(who))).toBe('too_many_places')
  })

  test('is deleted by the scheduled run a day after its end', async () => {
    await limitNewYork(shop, 9)
    await outcomes(three)
    await expireAll()
    expect(await shop.db.$count(orderHolds)).toBe(3)
    shop.pass(24 * 60)
    await shop.scheduled()
    expect(await shop.db.$count(orderHolds)).toBe(0)
  })

  test('does not count when it was paid after all, and its hashes are deleted', async () => {
    await limitNewYork(shop, 10)
    const held = [await placed({ address: ADDRESS }), await placed({ address: ADDRESS })]
    await placed({ address: ADDRESS })
    expect(codeOf(await place({ address: ADDRESS }))).toBe('too_many_places')
    for (const { sessionId } of held) await payAndSettle(sessionId)
    expect(await outcomes([...three, { address: ADDRESS }])).toEqual([
      'placed',
      'placed',
      'too_many_places',
      'too_many_places',
    ])
    await shop.scheduled()
    expect(await shop.db.$count(orderHolds)).toBe(3)
  })

  test('counts when an admin cancelled the unpaid order, and not when it was deleted', async () => {
    await limitNewYork(shop, 10)
    const { id } = await placed({ address: ADDRESS })
    await outcomes(three.slice(1))
    expect((await fixture.setStatus(id, 'cancelled')).status).toBe(200)
    await shop.settled()
    expect(codeOf(await place({ address: ADDRESS }))).toBe('too_many_places')
    expect((await fixture.admin.delete(`/admin/orders/${id}`)).status).toBe(200)
    expect(codeOf(await place({ address: ADDRESS }))).toBe('placed')
  })

  test('does not count when a pause of the market had ended its session', async () => {
    await limitNewYork(shop, 10)
    await outcomes(three)
    await setPause('Snow.')
    await shop.scheduled()
    expect(await shop.db.$count(orders, eq(orders.status, 'cancelled'))).toBe(3)
    await setPause(null)
    expect(await outcomes(three)).toEqual(['placed', 'placed', 'placed'])
  })

  async function setPause(pausedReason: string | null) {
    const { body } = await fixture.admin.get('/admin/markets/market-nyc')
    const { name, zipCodes, timeZone, openingHours, closedDates, version } = body as MarketDetail
    const form = { name, zipCodes, timeZone, openingHours, closedDates, version, pausedReason }
    expect((await fixture.admin.put('/admin/markets/market-nyc', form)).status).toBe(200)
    await shop.settled()
  }
})

describe('a changed form', () => {
  /** Sends the same form with another note, from the same address. */
  const change = async ({ form }: Awaited<ReturnType<typeof placed>>, note: string, option = 'today') => {
    const changed = { ...form, customerInfo: { ...form.customerInfo, note }, deliveryDetails: { option } }
    return { form: changed, answer: await send(changed, ADDRESS) }
  }
  const waiting = async () => {
    const rows = await shop.db.select().from(orders).where(eq(orders.paymentStatus, 'pending'))
    return rows.filter(({ status }) => status !== 'cancelled')
  }
  const holdOf = async (orderId: string) => {
    const [hold] = await shop.db.select().from(orderHolds).where(eq(orderHolds.orderId, orderId))
    return hold
  }

  test('has the hold of its first order, and counts once', async () => {
    await limitNewYork(shop, 10)
    const first = await placed({ address: ADDRESS })
    const { expiresAt } = (await holdOf(first.id)) ?? {}
    expect(expiresAt).toBe('2026-06-04T15:01:00.000Z')
    for (const minute of [1, 2, 3, 4]) {
      shop.pass(5)
      expect((await change(first, `Note ${minute}`)).answer.status).toBe(200)
    }
    const [only, ...more] = await waiting()
    expect(more).toEqual([])
    expect(await shop.db.$count(orderHolds)).toBe(1)
    expect(await holdOf(only?.id ?? '')).toMatchObject({ expiresAt })
    expect(await outcomes(range(3).map(() => ({ address: ADDRESS })))).toEqual([
      'placed',
      'placed',
      'too_many_places',
    ])
  })

  test('with less than ten minutes left gets a hold of its own, and the first one counts', async () => {
    await limitNewYork(shop, 10)
    const first = await placed({ address: ADDRESS })
    shop.pass(22)
    expect((await change(first, 'Dear Alex,')).answer.status).toBe(200)
    const [order] = await waiting()
    expect(await holdOf(order?.id ?? '')).toMatchObject({ expiresAt: '2026-06-04T15:23:00.000Z' })
    expect(await holdOf(first.id)).toBeDefined()
    expect(await outcomes(range(2).map(() => ({ address: ADDRESS })))).toEqual(['placed', 'too_many_places'])
  })

  test('that may have no hold of its own leaves the first order and its session as they are', async () => {
    await limitNewYork(shop, 10)
    const first = await placed({ address: ADDRESS })
    await outcomes(range(2).map(() => ({ address: ADDRESS })))
    shop.pass(22)
    expect(codeOf((await change(first, 'Dear Alex,')).answer)).toBe('too_many_places')
    expect((await shop.deps.payments.retrieveSession(first.sessionId)).status).toBe('open')
    await payAndSettle(first.sessionId)
    expect(await fixture.row(first.id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
  })

  test('counts once when its first order had no limit', async () => {
    const first = await placed({ address: ADDRESS })
    await limitNewYork(shop, 10)
    expect((await change(first, 'Dear Alex,', 'tomorrow')).answer.status).toBe(200)
    expect(await shop.db.$count(orderHolds)).toBe(1)
    expect(await outcomes(range(3).map(() => ({ address: ADDRESS })))).toEqual([
      'placed',
      'placed',
      'too_many_places',
    ])
  })

  test('sent after the first hold was over is an order of its own, and both count', async () => {
    await limitNewYork(shop, 10)
    const first = await placed({ address: ADDRESS })
    await expireAll()
    expect((await send(first.form, ADDRESS)).status).toBe(200)
    expect(await shop.db.$count(orderHolds)).toBe(2)
    expect(await outcomes(range(2).map(() => ({ address: ADDRESS })))).toEqual(['placed', 'too_many_places'])
  })

  test('every five minutes holds its place no longer than 31 minutes after the first', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    for (const minute of [5, 10, 15, 20]) {
      await runMinutes(5, 5)
      expect((await change(first, `Note after ${minute} minutes`)).answer.status).toBe(200)
    }
    const [last] = await waiting()
    const sessionId = last?.checkoutSessionId ?? ''
    await runMinutes(10, 5)
    expect(await isFree()).toBe(false)
    await runMinutes(1, 1)
    expect(await isFree()).toBe(true)
    expect((await shop.deps.payments.retrieveSession(sessionId)).status).toBe('expired')
    expect(await fixture.row(last?.id ?? '')).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    expect(await kindsOf(last?.id ?? '')).toEqual(['placed', 'checkout_opened', 'hold_ended', 'expired'])
  })

  test('forever holds a place no longer than three holds in a day', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    const codes: unknown[] = []
    for (let minute = 5; minute <= 120; minute += 5) {
      await runMinutes(5, 5)
      codes.push(codeOf((await change(first, `Note after ${minute} minutes`)).answer))
    }
    await runMinutes(1, 1)
    expect(await isFree()).toBe(true)
    expect(codes.at(-1)).toBe('too_many_places')
    const held = codes.lastIndexOf('placed') * 5
    expect(held).toBeLessThan(3 * 31)
  })

  test('that was paid in the last minute of its hold is an order like any other', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    await runMinutes(15, 5)
    const { answer } = await change(first, 'Dear Alex,')
    const { id, sessionId } = await orderOf(String(answer.body['sessionId']))
    await shop.pay(sessionId)
    await runMinutes(16, 4)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(id)).toEqual([])
    expect(await kindsOf(id)).toEqual(['placed', 'checkout_opened', 'paid'])
  })

  test('whose payment is reported after its session was stopped is not flagged as paid while paused', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    shop.pass(15)
    const { answer } = await change(first, 'Dear Alex,')
    const { id, sessionId } = await orderOf(String(answer.body['sessionId']))
    shop.pass(16)
    await stopOutlivedHolds(shop.deps)
    await payAndSettle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(id)).toEqual([])
    expect(await kindsOf(id)).toEqual(['placed', 'checkout_opened', 'hold_ended', 'paid'])
  })

  test('sent unchanged once its hold is over, before a scheduled run, is an order of its own', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    shop.pass(15)
    const { form, answer } = await change(first, 'Dear Alex,')
    shop.pass(16)
    const again = await send(form, ADDRESS)
    expect(again.status).toBe(200)
    expect(again.body['sessionId']).not.toBe(answer.body['sessionId'])
    const old = await shop.deps.payments.retrieveSession(String(answer.body['sessionId']))
    expect(old.status).toBe('expired')
    expect(await waiting()).toHaveLength(1)
  })

  test('whose session was never recorded gives its place back with the first hold, not half an hour later', async () => {
    await limitNewYork(shop, 1)
    const first = await placed({ address: ADDRESS })
    shop.pass(20)
    const { answer } = await change(first, 'Dear Alex,')
    const { id } = await orderOf(String(answer.body['sessionId']))
    // It is as after a crash between the order and its session.
    await shop.db.update(orders).set({ checkoutSessionId: null }).where(eq(orders.id, id))
    await shop.db
      .update(checkoutSessions)
      .set({ sessionId: null, url: null, status: 'creating' })
      .where(eq(checkoutSessions.orderId, id))
    await runMinutes(17, 17)
    expect(await fixture.row(id)).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
    expect(await isFree()).toBe(true)
  })
})

test('an order whose form was not changed ends with its session, and nobody stops it before', async () => {
  await limitNewYork(shop, 1)
  const { id } = await placed()
  await runMinutes(32, 4)
  expect(await kindsOf(id)).toEqual(['placed', 'checkout_opened', 'expired'])
})

test('the scheduled work finds outlived sessions without reading every order or session', async () => {
  await limitNewYork(shop, 10)
  await placed()
  const { plans } = await plansOf(shop, () => stopOutlivedHolds(shop.deps))
  const scans = plans.flatMap(({ steps }) => steps).filter((step) => /^SCAN [os]$/.test(step))
  expect(scans).toEqual([])
})

describe('while the payment provider opens no session', () => {
  const fail = (kind: FaultKind) => shop.payments.setFault({ kind, only: 'create' })

  test.each(['rate-limit', 'error-before', 'error-after'] as const)(
    '%s: the place is given back at once, and the same form gets it again',
    async (kind) => {
      await limitNewYork(shop, 1)
      const form = formOf()
      fail(kind)
      expect((await send(form, ADDRESS)).status).toBe(503)
      expect(await isFree()).toBe(true)
      expect(await shop.db.$count(orderHolds)).toBe(0)
      fail('none')
      const { status, body } = await send(form, ADDRESS)
      expect(status).toBe(200)
      const { id, sessionId } = await orderOf(String(body['sessionId']))
      expect(await kindsOf(id)).toEqual(['placed', 'checkout_opened'])
      await payAndSettle(sessionId)
      expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
      const [closed] = (await shop.db.select().from(orders)).filter((order) => order.id !== id)
      expect(closed).toMatchObject({ status: 'cancelled', paymentStatus: 'failed' })
      const kinds = await kindsOf(closed?.id ?? '')
      expect(kinds.filter((each) => each !== 'checkout_renewed')).toEqual(['placed', 'not_opened'])
    },
  )

  test('the same form sent five times uses nothing of what its client may hold', async () => {
    await limitNewYork(shop, 10)
    const form = formOf()
    fail('rate-limit')
    for (const _ of range(5)) expect((await send(form, ADDRESS)).status).toBe(503)
    fail('none')
    expect((await send(form, ADDRESS)).status).toBe(200)
    expect(await outcomes(range(3).map(() => ({ address: ADDRESS })))).toEqual([
      'placed',
      'placed',
      'too_many_places',
    ])
  })

  test('a form whose email it refuses holds nothing, and the corrected one is an order', async () => {
    await limitNewYork(shop, 1)
    const form = formOf({ email: 'sam@refused.example' })
    expect((await send(form, ADDRESS)).status).toBe(422)
    expect(await isFree()).toBe(true)
    const customerInfo = { ...form.customerInfo, email: 'sam@example.com' }
    expect((await send({ ...form, customerInfo }, ADDRESS)).status).toBe(200)
    expect(await shop.db.$count(orderHolds)).toBe(1)
  })

  test('a changed form gives back its place, too', async () => {
    await limitNewYork(shop, 1)
    const { form } = await placed({ address: ADDRESS })
    fail('rate-limit')
    const customerInfo = { ...form.customerInfo, note: 'Dear Alex,' }
    expect((await send({ ...form, customerInfo }, ADDRESS)).status).toBe(503)
    expect(await isFree()).toBe(true)
    expect(await shop.db.$count(orderHolds)).toBe(0)
  })

  test('the order stays and is continued where there is no limit', async () => {
    const form = formOf()
    fail('rate-limit')
    expect((await send(form, ADDRESS)).status).toBe(503)
    fail('none')
    expect((await send(form, ADDRESS)).status).toBe(200)
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('of two presses, the one that fails does not close the order that the other has opened', async () => {
    await limitNewYork(shop, 1)
    const form = formOf()
    let other: Awaited<ReturnType<typeof send>> | undefined
    const { createSession } = shop.deps.payments
    shop.deps.payments.createSession = async () => {
      shop.deps.payments.createSession = createSession
      other = await send(form, ADDRESS)
      throw new PaymentsError('rejected', 'The provider refuses this')
    }
    expect((await send(form, ADDRESS)).status).toBe(500)
    expect(other?.status).toBe(200)
    const { id, sessionId } = await orderOf(String(other?.body['sessionId']))
    await payAndSettle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await shop.db.$count(orders)).toBe(1)
  })

  test('of two presses, the one whose order the other has closed is sent to a session that can be paid', async () => {
    await limitNewYork(shop, 1)
    const form = formOf()
    const { createSession } = shop.deps.payments
    let calls = 0
    shop.deps.payments.createSession = async (...call) => {
      calls += 1
      if (calls === 2) throw new PaymentsError('rejected', 'The provider refuses this')
      if (calls === 1) expect((await send(form, ADDRESS)).status).toBe(500)
      return createSession(...call)
    }
    const { status, body } = await send(form, ADDRESS)
    expect(status).toBe(200)
    const { id, sessionId } = await orderOf(String(body['sessionId']))
    await payAndSettle(sessionId)
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await shop.db.$count(orders, eq(orders.paymentStatus, 'failed'))).toBe(1)
  })

  test('a session whose answer was lost brings its closed order back when it is paid after all', async () => {
    await limitNewYork(shop, 1)
    const { createSession } = shop.deps.payments
    shop.deps.payments.createSession = async (...call) => {
      await createSession(...call)
      throw new PaymentsError('unreachable', 'The provider did not answer')
    }
    expect((await place()).status).toBe(503)
    expect(await isFree()).toBe(true)
    const [lost] = (await shop.providerState()).sessions
    await payAndSettle(lost?.id ?? '')
    const { id } = await orderOf(lost?.id ?? '')
    expect(await fixture.row(id)).toMatchObject({ status: 'confirmed', paymentStatus: 'paid' })
    expect(await fixture.flagsOf(id)).toEqual([])
    expect(await isFree()).toBe(false)
  })
})

describe('a full day of places that nobody has paid for', () => {
  const HELD = 'Others are paying for today’s last bouquets. Try again at 11:02 AM.'
  const answerFor = async () => (await shop.get('/zip-codes/10001')).body['availability']

  test('is held until the first of them ends, at the page and at the placement', async () => {
    await limitNewYork(shop, 2)
    await placed()
    shop.pass(5)
    await placed()
    expect(await answerFor()).toMatchObject({
      message: HELD,
      options: { today: { open: false, reason: HELD }, tomorrow: { open: true } },
      changesAt: '2026-06-04T15:02:00.000Z',
    })
    const { status, body } = await place()
    expect([status, body['error']]).toEqual([
      409,
      expect.objectContaining({
        code: 'option_closed',
        message: HELD,
        issues: [{ path: 'deliveryDetails.option', message: HELD }],
      }),
    ])
    await runMinutes(27, 9)
    expect(await answerFor()).toMatchObject({ options: { today: { open: true, reason: null } } })
  })

  test('is sold out once all of them are paid', async () => {
    await limitNewYork(shop, 2)
    const both = [await placed(), await placed()]
    await payAndSettle(both[0]?.sessionId ?? '')
    expect(await answerFor()).toMatchObject({ message: HELD })
    await payAndSettle(both[1]?.sessionId ?? '')
    expect(await answerFor()).toMatchObject({ message: 'Sold out for today' })
    expect((await place()).body['error']).toMatchObject({ message: 'Sold out for today' })
  })

  test('is held as long as the first hold of a form that was changed', async () => {
    await limitNewYork(shop, 1)
    const { form } = await placed({ address: ADDRESS })
    shop.pass(10)
    const customerInfo = { ...form.customerInfo, note: 'Dear Alex,' }
    expect((await send({ ...form, customerInfo }, ADDRESS)).status).toBe(200)
    expect(await answerFor()).toMatchObject({ message: HELD })
  })

  test('is held for half an hour by an order from before the limit', async () => {
    await placed()
    await limitNewYork(shop, 1)
    expect(await answerFor()).toMatchObject({ message: HELD })
  })

  test('is open to the buyer whose own form holds it', async () => {
    await limitNewYork(shop, 1)
    const { form } = await placed({ address: ADDRESS })
    const changed = { ...form, deliveryDetails: { option: 'hour' } }
    expect((await send(changed, ADDRESS)).status).toBe(200)
  })

  test('says the time of another’s hold to a buyer whose own form holds the earliest one', async () => {
    await limitNewYork(shop, 1)
    const { form } = await placed({ address: ADDRESS }, 'tomorrow')
    shop.pass(5)
    await placed()
    const { body } = await send({ ...form, deliveryDetails: { option: 'today' } }, ADDRESS)
    expect(body['error']).toMatchObject({
      message: 'Others are paying for today’s last bouquets. Try again at 11:07 AM.',
    })
  })

  test('names the earlier time in one sentence when tomorrow is held, too', async () => {
    await limitNewYork(shop, 1)
    await placed({}, 'tomorrow')
    shop.pass(5)
    await placed()
    expect(await answerFor()).toMatchObject({
      anyOpen: false,
      closedReason: 'Others are paying for the last bouquets of today and tomorrow. Try again at 11:02 AM.',
    })
  })

  test('asks for a few minutes while the end of a session has not been reported', async () => {
    await limitNewYork(shop, 1)
    await placed()
    shop.pass(40)
    expect(await answerFor()).toMatchObject({
      message: 'Others are paying for today’s last bouquets. Try again in a few minutes.',
    })
  })
})

describe('the owner', () => {
  const notices = async () => {
    await shop.scheduled()
    const sent = await shop.messages(SITE.ownerEmail)
    return sent.filter(({ subject }) => subject.startsWith('Unpaid orders hold'))
  }

  test('reads once that unpaid orders fill a day, and what can be done', async () => {
    await limitNewYork(shop, 3)
    await payAndSettle((await placed()).sessionId)
    await placed()
    expect(await notices()).toEqual([])
    shop.pass(5)
    await placed()
    const [notice, ...more] = await notices()
    expect(more).toEqual([])
    expect(notice?.subject).toBe('Unpaid orders hold the last of today’s bouquets in New York City')
    expect(notice?.text.replaceAll(/\s+/g, ' ')).toContain(
      '2 of the 3 bouquets for Thu Jun 4 in New York City are held by orders that nobody has paid for yet; 1 is sold.',
    )
    expect(notice?.text.replaceAll(/\s+/g, ' ')).toContain(
      'the first is free again at 11:01 AM EST and the last at 11:06 AM EST',
    )
    expect(notice?.text).toContain('/admin/markets/market-nyc')
    await expireAll()
    await outcomes([{}, {}])
    expect(await notices()).toHaveLength(1)
  })

  test('reads of each day and each market by itself', async () => {
    await limitNewYork(shop, 2)
    await outcomes([{}, {}])
    expect(await notices()).toHaveLength(1)
    await place({}, 'tomorrow')
    await place({}, 'tomorrow')
    expect((await notices()).map(({ subject }) => subject).sort()).toEqual([
      'Unpaid orders hold all of the bouquets for Fri Jun 5 in New York City',
      'Unpaid orders hold all of today’s bouquets in New York City',
    ])
  })

  test('reads nothing of the one order at the till of a market with one place a day', async () => {
    await limitNewYork(shop, 1)
    await placed()
    expect(await notices()).toEqual([])
  })

  test('reads nothing of a day that is sold out', async () => {
    await limitNewYork(shop, 2)
    for (const { sessionId } of [await placed(), await placed()]) await payAndSettle(sessionId)
    expect(await notices()).toEqual([])
  })

  test('reads nothing where there is no limit', async () => {
    await outcomes([{}, {}])
    expect(await notices()).toEqual([])
  })

  test('reads nothing of holds that are over when mail works again', async () => {
    await limitNewYork(shop, 2)
    await outcomes([{}, {}])
    await noticeHeldDays(shop.deps)
    shop.pass(60)
    expect(await notices()).toEqual([])
  })
})
