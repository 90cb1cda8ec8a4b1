import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderDetail } from '#api/orders/detail.ts'
import { ANSWER_RULES, FLORIST_ANSWERS, type FloristAnswer } from '#domain/florist.ts'
import { fulfilmentOf, isAtWork, mayBeAssigned } from '#domain/order/fulfilment.ts'
import { ORDER_STATUSES, SHOP_ORDER_STATUSES, type ShopOrderStatus } from '#domain/order-status.ts'
import { type FloristFixture, openFloristFixture } from '#tests/support/florist-fixture.ts'
import { lives, type OrderState, replay } from '#tests/support/order-replay.ts'
import { logOf, type Placed, place, stored, tokenOf } from '#tests/support/order-state.ts'
import { runs } from '#tests/support/soak.ts'

// Any sequence of what admins, florists and the payment provider do to an order. A model says of each step whether it is
// taken and what it leads to; after each step the database agrees with the model, the log replays to what is stored, and
// what must hold holds.

const RUNS = runs(2)

let fixture: FloristFixture
let florists: Awaited<ReturnType<FloristFixture['florist']>>[]

beforeAll(async () => {
  fixture = await openFloristFixture()
  florists = [await fixture.florist(), await fixture.florist(), await fixture.florist()]
})
afterAll(() => fixture.shop.close())

type ShopOrder = OrderState['shopOrders'][string]

const mayDeliver = (status: OrderState['status']) => ['pending', 'processing', 'confirmed'].includes(status)

/** The statuses of a shop order in which a florist gives an answer. */
const ANSWERED_FROM: Readonly<Record<FloristAnswer, readonly ShopOrderStatus[]>> = {
  accept: ['pending'],
  ready: ['confirmed', 'processing'],
  delivered: ['confirmed', 'processing', 'ready'],
  reject: ['pending', 'confirmed', 'processing'],
}

/** The shop's rules in a few lines. `links`: the shop order of each link that was ever given out, and if it opens. */
class Model {
  readonly state: OrderState = {
    status: 'pending',
    paymentStatus: 'pending',
    refundedCents: 0,
    assigned: false,
    shopOrders: {},
  }
  /** The provider was told to end the session: nobody can pay any more, and it will say so. */
  sessionEnded = false
  readonly links: { shopOrderId: string; token: string; open: boolean }[] = []

  live(): [string, ShopOrder] | undefined {
    return Object.entries(this.state.shopOrders).find(([, each]) => lives(each))
  }

  settle(paid: boolean): void {
    const { state } = this
    if (state.paymentStatus !== 'pending') return
    state.paymentStatus = paid ? 'paid' : 'failed'
    if (!paid) state.status = 'cancelled'
    else if (state.status === 'pending') state.status = 'confirmed'
  }

  assign(id: string, shopId: string, shopCostCents: number, platformFeeCents: number): void {
    const split = { shopCostCents, platformFeeCents }
    const live = this.live()
    if (live) live[1].withdrawn = true
    for (const link of this.links) link.open = false
    this.state.shopOrders[id] = {
      shopId,
      status: 'pending',
      paymentStatus: 'pending',
      withdrawn: false,
      correctedCents: 0,
      ...split,
    }
    this.mark()
  }

  unassign([id, shopOrder]: [string, ShopOrder]): void {
    this.leave()
    shopOrder.withdrawn = true
    for (const link of this.links) if (link.shopOrderId === id) link.open = false
    this.mark()
  }

  setStatus(shopOrder: ShopOrder, to: ShopOrderStatus): void {
    if (shopOrder.status === to) return
    const { state } = this
    if (to === 'delivered' && mayDeliver(state.status)) state.status = 'delivered'
    if (shopOrder.status === 'delivered' && state.status === 'delivered') state.status = this.awaited()
    if (to === 'rejected') this.leave()
    shopOrder.status = to
    this.mark()
  }

  /** Without a shop at work on it, only a pending or confirmed order awaits assignment. */
  private leave(): void {
    if (this.state.status === 'processing') this.state.status = this.awaited()
  }

  private awaited(): 'confirmed' | 'pending' {
    return this.state.paymentStatus === 'paid' ? 'confirmed' : 'pending'
  }

  /** `done`: it was given already. */
  judge(shopOrder: ShopOrder, answer: FloristAnswer): 'allowed' | 'done' | 'refused' {
    if (shopOrder.status === ANSWER_RULES[answer].status) return 'done'
    const isOpen = mayBeAssigned(this.state) && ANSWERED_FROM[answer].includes(shopOrder.status)
    return isOpen ? 'allowed' : 'refused'
  }

  /** True if this much can be given back, and the shop's share be changed so. */
  mayRefund(placed: Placed, amountCents: number, correctionCents: number, override: boolean): boolean {
    const { status, paymentStatus, refundedCents } = this.state
    const [, live] = this.live() ?? []
    const share = live ? live.shopCostCents + live.correctedCents + correctionCents : 0
    return (
      paymentStatus === 'paid' &&
      amountCents <= placed.totalCents - refundedCents &&
      (override || (status !== 'delivered' && status !== 'completed')) &&
      share >= 0 &&
      share <= placed.totalCents
    )
  }

  refund(placed: Placed, amountCents: number, correctionCents: number): void {
    const { state } = this
    state.refundedCents += amountCents
    if (state.refundedCents === placed.totalCents) state.paymentStatus = 'refunded'
    const [, live] = this.live() ?? []
    if (live) live.correctedCents += correctionCents
  }

  private mark(): void {
    this.state.assigned = this.live() !== undefined
  }
}

type Simulation = { model: Model; placed: Placed }
type Action = { name: string; run(simulation: Simulation): Promise<void> }

const action = (name: string, run: Action['run']): Action => ({ name, run })
const nth = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(1, list.length)]

/** Picks one of several, the newest first: most of the time it is the newest. */
const which = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(9) })

/** Two clicks at once, or one; the second one may be refused, but never taken as well. */
const clicks = fc.constantFrom(1, 1, 1, 2)

async function versionOf(id: string): Promise<number> {
  return (await fixture.detail(id)).version
}

const pays = fc.integer({ min: 1, max: 3 }).map((times) =>
  action(`pays, told ${times} times`, async ({ model, placed }) => {
    if (model.state.paymentStatus !== 'pending' || model.sessionEnded) return
    await fixture.shop.pay(placed.sessionId)
    model.settle(true)
    await tell('checkout.session.completed', placed, times)
  }),
)

const runsOut = fc.constant(
  action('the session runs out', async ({ model, placed }) => {
    if (model.state.paymentStatus !== 'pending') return
    if (!model.sessionEnded) await fixture.shop.deps.payments.expireSession(placed.sessionId)
    model.settle(false)
    await tell('checkout.session.expired', placed, 1)
  }),
)

const tellsAgain = fc.constant(
  action('tells everything again', async ({ model, placed }) => {
    if (model.sessionEnded) model.settle(false)
    await tell('checkout.session.completed', placed, 1)
    await tell('checkout.session.expired', placed, 1)
  }),
)

async function tell(type: string, { sessionId }: Placed, times: number): Promise<void> {
  const events = (await fixture.shop.events(type)).filter(({ data }) => data.object.id === sessionId)
  for (const event of events) {
    const answers = await Promise.all(Array.from({ length: times }, () => fixture.shop.deliver(event)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  }
}

/** @param replaces what a reassignment does: draws whether the shop order that lives is named */
const assigning = (replaces: fc.Arbitrary<boolean>): fc.Arbitrary<Action> =>
  fc
    .tuple(fc.nat(2), fc.double({ min: 0, max: 1, noNaN: true }), replaces, clicks)
    .map(([n, share, again, times]) =>
      action(`${again ? 're' : ''}assigns to ${n}, ${times} times`, async ({ model, placed }) => {
        const shopCostCents = Math.round(placed.totalCents * share)
        const platformFeeCents = placed.totalCents - shopCostCents
        const live = model.live()
        const shopId = String(florists[n]?.id)
        const request = fixture.assignment(placed.id, shopId, {
          totalCents: placed.totalCents,
          shopCostCents,
          platformFeeCents,
          ...(again && { replaces: live?.[0] ?? 'nobody' }),
        })
        const delivered = live?.[1].status === 'delivered'
        const taken = mayBeAssigned(model.state) && (live !== undefined) === again && !delivered
        const answers = await Promise.all(
          Array.from({ length: times }, () => fixture.admin.post('/admin/assignments', request)),
        )
        const won = answers.filter(({ status }) => status === 200)
        expect(won).toHaveLength(taken ? 1 : 0)
        const id = String(won[0]?.body['shopOrderId'])
        if (!taken) return
        model.assign(id, shopId, shopCostCents, platformFeeCents)
        model.links.push({ shopOrderId: id, token: await tokenOf(fixture, id), open: true })
      }),
    )

const assigns = assigning(fc.constant(false))

const admin: fc.Arbitrary<Action>[] = [
  assigning(fc.boolean()),
  clicks.map((times) =>
    action(`takes it back, ${times} times`, async ({ model }) => {
      const live = model.live()
      const id = live?.[0] ?? Object.keys(model.state.shopOrders)[0]
      if (id === undefined) return
      const version = await versionOf(id)
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          fixture.admin.post(`/admin/shop-orders/${id}/unassign`, { version }),
        ),
      )
      const taken = live !== undefined && live[1].status !== 'delivered'
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(taken ? 1 : 0)
      if (taken) model.unassign(live)
    }),
  ),
  fc.tuple(which, fc.constantFrom(...SHOP_ORDER_STATUSES), clicks).map(([n, to, times]) =>
    action(`sets shop order ${n} to ${to}, ${times} times`, async ({ model }) => {
      const found = nth(Object.entries(model.state.shopOrders).toReversed(), n)
      if (!found) return
      const [id, shopOrder] = found
      const version = await versionOf(id)
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          fixture.admin.put(`/admin/shop-orders/${id}/status`, { status: to, reason: 'Because.', version }),
        ),
      )
      const live = model.live()
      const another = shopOrder.status === 'rejected' && to !== 'rejected' && live !== undefined
      const taken = !shopOrder.withdrawn && !another
      const won = answers.filter(({ status }) => status === 200).length
      expect(won).toBe(taken ? (shopOrder.status === to ? times : 1) : 0)
      if (taken) model.setStatus(shopOrder, to)
    }),
  ),
  fc.tuple(fc.nat(9), fc.constantFrom('paid' as const, 'pending' as const)).map(([n, to]) =>
    action(`marks shop order ${n} as ${to}`, async ({ model }) => {
      const found = nth(Object.entries(model.state.shopOrders), n)
      if (!found) return
      const [id, shopOrder] = found
      const body = { paymentStatus: to, version: await versionOf(id) }
      expect((await fixture.admin.put(`/admin/shop-orders/${id}/payment`, body)).status).toBe(200)
      shopOrder.paymentStatus = to
    }),
  ),
  fc.constantFrom(...ORDER_STATUSES).map((to) =>
    action(`sets the order to ${to}`, async ({ model, placed }) => {
      const { version } = (await fixture.orderOf(placed.id)) ?? {}
      const answer = await fixture.admin.put(`/admin/orders/${placed.id}/status`, { status: to, version })
      expect(answer.status).toBe(200)
      const { state } = model
      if (to === 'cancelled' && state.status !== to && state.paymentStatus === 'pending')
        model.sessionEnded = true
      state.status = to
      // The session is ended after the answer.
      await fixture.shop.settled()
    }),
  ),
  fc.boolean().map((revokes) =>
    action(revokes ? 'ends the link' : 'sends a new link', async ({ model }) => {
      const live = model.live()
      if (!live) return
      const path = `/admin/shop-orders/${live[0]}/link`
      const { florist } = fulfilmentOf({ ...model.state, assignment: live[1].status })
      const taken = revokes || isAtWork(florist)
      const { status } = await (revokes ? fixture.admin.delete(path) : fixture.admin.post(path))
      expect(status).toBe(taken ? 200 : 409)
      if (!taken) return
      for (const link of model.links) if (link.shopOrderId === live[0]) link.open = false
      if (!revokes)
        model.links.push({ shopOrderId: live[0], token: await tokenOf(fixture, live[0]), open: true })
    }),
  ),
]

const money: fc.Arbitrary<Action>[] = [
  fc
    .record({
      amount: fc.constantFrom(0.1, 0.5, 1, 1.2),
      share: fc.constantFrom(0, 0, -0.3, -1.1, 0.2),
      override: fc.boolean(),
      times: clicks,
    })
    .map(({ amount, share, override, times }) =>
      action(`gives ${amount} of what is left back, ${times} times`, async ({ model, placed }) => {
        const left = placed.totalCents - model.state.refundedCents
        const amountCents = Math.max(1, Math.floor(left * amount))
        const live = model.live()
        const correctionCents = live ? Math.trunc(live[1].shopCostCents * share) : 0
        const body = {
          key: crypto.randomUUID(),
          amountCents,
          reason: 'Late',
          override,
          share: live ? { shopOrderId: live[0], correctionCents, reason: 'Late' } : null,
        }
        const taken = model.mayRefund(placed, amountCents, correctionCents, override)
        const answers = await Promise.all(
          Array.from({ length: times }, () => fixture.admin.post(`/admin/orders/${placed.id}/refunds`, body)),
        )
        expect(answers.map(({ status }) => status === 200)).toEqual(answers.map(() => taken))
        if (taken) model.refund(placed, amountCents, correctionCents)
      }),
    ),
  fc.tuple(fc.constantFrom(0.2, 1), fc.constantFrom('told', 'told twice', 'found')).map(([amount, how]) =>
    action(`${amount} goes back at the provider, ${how}`, async ({ model, placed }) => {
      const { paymentStatus, refundedCents } = model.state
      if (paymentStatus !== 'paid') return
      const amountCents = Math.max(1, Math.floor((placed.totalCents - refundedCents) * amount))
      const order = await fixture.orderOf(placed.id)
      await refundElsewhere(String(order?.paymentReference), amountCents)
      model.refund(placed, amountCents, 0)
      if (how === 'found') return fixture.shop.scheduled()
      for (const type of [
        'charge.refunded',
        'refund.created',
        ...(how === 'told twice' ? ['refund.created'] : []),
      ]) {
        for (const event of (await fixture.shop.events(type)).slice(-3)) await fixture.shop.deliver(event)
      }
    }),
  ),
]

/** Refunds as somebody does it on the provider's own site. */
async function refundElsewhere(paymentIntent: string, amountCents: number): Promise<void> {
  const response = await fetch(`${fixture.shop.payments.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sk_test_of_the_tests',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ payment_intent: paymentIntent, amount: String(amountCents) }),
  })
  if (!response.ok) throw new Error(await response.text())
}

const florist: fc.Arbitrary<Action>[] = [
  fc.tuple(which, fc.constantFrom(...FLORIST_ANSWERS), clicks).map(([n, answer, times]) =>
    action(`link ${n} answers ${answer}, ${times} times`, async ({ model }) => {
      const link = nth(model.links.toReversed(), n)
      if (!link) return
      const shopOrder = model.state.shopOrders[link.shopOrderId]
      if (!shopOrder) throw new Error('A link without a shop order')
      const body = { token: link.token, answer, reason: 'Because.' }
      const attempt = { token: link.token, key: crypto.randomUUID(), outcome: 'recipient' }
      const answers = await Promise.all(
        Array.from({ length: times }, () =>
          answer === 'delivered'
            ? fixture.shop.post('/florist/attempt', attempt)
            : fixture.shop.post('/florist/answer', body),
        ),
      )
      const verdict = model.judge(shopOrder, answer)
      // An attempt with another key is another one.
      const isTooLate = verdict === 'refused' || (verdict === 'done' && answer === 'delivered')
      const expected = !link.open ? 404 : isTooLate ? 409 : 200
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected))
      if (expected === 200) model.setStatus(shopOrder, ANSWER_RULES[answer].status ?? shopOrder.status)
    }),
  ),
]

/** The invariants, whatever happened. */
async function holds({ model, placed }: Simulation): Promise<void> {
  const now = await stored(fixture, placed.id)
  expect(now).toEqual(model.state)
  expect(replay(await logOf(fixture, placed.id), placed.totalCents)).toEqual(now)
  const all = Object.values(now.shopOrders)
  expect(all.filter(lives).length).toBe(now.assigned ? 1 : 0)
  for (const { shopCostCents, platformFeeCents } of all) {
    expect(shopCostCents + platformFeeCents).toBe(placed.totalCents)
  }
}

/** The provider gave back what our books say, and an order goes exactly when its page says that it may; its log stays. */
async function endsWell({ model, placed }: Simulation): Promise<void> {
  const { charges } = await providerBooks()
  const { paymentReference } = (await fixture.orderOf(placed.id)) ?? {}
  const charge = charges.find(({ payment_intent }) => payment_intent === paymentReference)
  expect(charge?.amount_refunded ?? 0).toBe(model.state.refundedCents)

  const { body } = await fixture.admin.get(`/admin/orders/${placed.id}`)
  const mayGo = (body as OrderDetail).allowed.delete
  const { status, paymentStatus } = model.state
  const holdsMoney = paymentStatus === 'paid' && status !== 'cancelled'
  if (holdsMoney || model.live()) expect(mayGo).toBe(false)
  const log = await logOf(fixture, placed.id)
  expect((await fixture.admin.delete(`/admin/orders/${placed.id}`)).status).toBe(mayGo ? 200 : 409)
  expect((await logOf(fixture, placed.id)).slice(0, log.length)).toEqual(log)
  if (mayGo) for (const link of model.links) link.open = false
}

async function providerBooks() {
  const response = await fetch(`${fixture.shop.payments.url}/_local/state?limit=1000`)
  return (await response.json()) as { charges: { payment_intent: string; amount_refunded: number }[] }
}

/** A link opens its order exactly as long as it should. */
async function linksHold({ model }: Simulation): Promise<void> {
  for (const link of model.links) {
    const { status } = await fixture.shop.post('/florist/order', { token: link.token })
    expect([link.shopOrderId, status]).toEqual([link.shopOrderId, link.open ? 200 : 404])
  }
}

const mostly = (weight: number, of: fc.Arbitrary<Action>[]) => of.map((arbitrary) => ({ weight, arbitrary }))
const anything = fc.oneof(
  ...mostly(2, [pays, tellsAgain]),
  ...mostly(1, [runsOut]),
  ...mostly(4, admin),
  ...mostly(4, money),
  ...mostly(20, florist),
)
// Most orders are paid, and then a shop is asked.
const beginning = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  { weight: 6, arbitrary: fc.tuple(pays, assigns) },
  { weight: 1, arbitrary: fc.tuple(assigns, pays) },
)

test('any sequence of events agrees with the model', { timeout: RUNS * 300_000 }, async () => {
  const sequence = fc.tuple(beginning, fc.array(anything, { minLength: 6, maxLength: 18, size: 'max' }))
  await fc.assert(
    fc.asyncProperty(sequence, async ([first, then]) => {
      const simulation = { model: new Model(), placed: await place(fixture) }
      for (const each of [...first, ...then]) {
        await each.run(simulation)
        await holds(simulation).catch((error: unknown) => {
          throw new Error(`After “${each.name}”: ${error instanceof Error ? error.message : ''}`, {
            cause: error,
          })
        })
        fixture.shop.pass(0.05)
      }
      await linksHold(simulation)
      await endsWell(simulation)
      await linksHold(simulation)
    }),
    { numRuns: RUNS },
  )
})
