import { expect, test } from 'vitest'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import type { Problem } from '#src/admin/problems/queries.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'

// Each service away for two minutes under steady orders.

const shop = await shareTestShop()

const STEP_MS = 20_000
/** Steps of twenty seconds: a quiet minute, the outage, and what comes after it. */
const BEFORE = 3
const AWAY = 6
const AFTER = 21
const MINUTE = 3
/** The time until health is well again after the outage. Purchases that were refused count for five minutes. */
const WELL_AFTER = { database: 6 * MINUTE, payments: 6 * MINUTE, mail: 2 * MINUTE }

/** Somebody who buys: sends the form until there is a payment page, pays while it is there, looks until the order is there. */
class Buyer {
  readonly email: string
  readonly #form: ReturnType<typeof checkoutRequest>
  #sessionId: string | null = null
  #hasPaid = false
  seen: unknown = null

  constructor(n: number) {
    this.email = `buyer-${n}@example.com`
    this.#form = checkoutRequest({ customerInfo: { email: this.email } })
  }

  /** @returns what they are told that is not true */
  async act(paymentsAnswer: boolean): Promise<string[]> {
    if (this.seen) return []
    if (!this.#sessionId) {
      const { status, body } = await shop.post('/create-checkout-session', this.#form)
      if (status === 200) this.#sessionId = String(body['sessionId'])
    }
    if (this.#sessionId && !this.#hasPaid && paymentsAnswer) {
      await shop.pay(this.#sessionId)
      this.#hasPaid = true
    }
    if (!this.#hasPaid) return []
    const { status, body } = await shop.post('/get-order-details', { sessionId: this.#sessionId })
    if (status !== 200 || body['success'] !== true) return []
    const order = body['order'] as { paymentState: string; customerEmail: string }
    const isTrue = order.customerEmail === this.email
    if (order.paymentState === 'paid') this.seen = order
    return isTrue ? [] : [`${this.email} saw ${order.customerEmail}`]
  }
}

const SERVICES = {
  database: (away: boolean) => shop.setDatabaseFault(away ? { kind: 'error' } : null),
  payments: (away: boolean) => shop.payments.setFault({ kind: away ? 'error-before' : 'none' }),
  mail: (away: boolean) => shop.mail.setFault({ kind: away ? 'error-before' : 'none' }),
}

test.each(['database', 'payments', 'mail'] as const)(
  '%s away for two minutes: nothing is lost or charged twice, health notices both ends, one line is in Problems',
  async (service) => {
    const buyers: Buyer[] = []
    const healthAt: number[] = []
    const untrue: string[] = []
    await shop.scheduled()
    for (let step = 0; step < BEFORE + AWAY + AFTER; step++) {
      const isAway = step >= BEFORE && step < BEFORE + AWAY
      SERVICES[service](isAway)
      if (step < BEFORE + AWAY + MINUTE) buyers.push(new Buyer(step))
      for (const buyer of buyers) untrue.push(...(await buyer.act(!(isAway && service === 'payments'))))
      if (step % MINUTE === 0) await shop.scheduled()
      await shop.settled()
      const { status, body } = await shop.get('/health')
      healthAt.push(status)
      expect(JSON.stringify(body)).not.toContain('@')
      shop.elapse(STEP_MS)
      await shop.settled()
    }

    expect(untrue).toEqual([])
    expect(buyers.filter(({ seen }) => !seen)).toEqual([])
    const all = await shop.db.select().from(orders)
    expect(all.map(({ customerEmail, paymentStatus }) => [customerEmail, paymentStatus]).sort()).toEqual(
      buyers.map(({ email }) => [email, 'paid']).sort(),
    )
    const { sessions } = await shop.providerState()
    expect(sessions).toHaveLength(buyers.length)
    const sent = await shop.messages()
    for (const { email } of buyers)
      expect(
        sent.filter(({ to }) => to.includes(email)),
        email,
      ).toHaveLength(1)
    expect((await shop.db.select().from(outbox)).filter(({ status }) => status !== 'sent')).toEqual([])

    expect(healthAt.slice(0, BEFORE)).toEqual(Array(BEFORE).fill(200))
    expect(healthAt.slice(BEFORE, BEFORE + AWAY)).toContain(503)
    const well = healthAt.slice(BEFORE + AWAY + WELL_AFTER[service])
    expect(well).toEqual(well.map(() => 200))

    const admin = await signIn(shop)
    const { rows } = (await admin.get('/admin/problems')).body as { rows: Problem[] }
    // Each who came during the outage, however often they tried.
    const refused = service === 'mail' ? null : AWAY
    expect(rows.map(({ event, buyers }) => [event, buyers])).toEqual([[`${service}_unavailable`, refused]])
  },
)
