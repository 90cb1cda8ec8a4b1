import { GIVEN_ANSWERS } from '#domain/florist.ts'
import { ORDER_STATUSES, SHOP_ORDER_STATUSES } from '#domain/order-status.ts'
import { createRefund } from '#local/payments/refunds.ts'
import { pick } from '#tests/support/prng.ts'
import { ZONE } from './circumstances.ts'
import { adminAtTheDoor, reportAttempt } from './door.ts'
import type { Answer, Simulation } from './simulation.ts'

/** A change that an admin got a success answer for; the auditor checks that it is stored. */
export type Acknowledged = { what: 'assigned' | 'refund'; id: string; orderId: string; cents: number }

type Admin = Simulation['admins'][number]
type Row = Record<string, unknown>

const SHOPS = `select id from shops where active = 1 and email is not null`

/** An admin who acts on data that may be out of date. */
export async function admin(
  simulation: Simulation,
  who: Admin,
  acknowledged: Acknowledged[],
  steps: number,
): Promise<void> {
  const { scheduler } = simulation
  const { rng } = scheduler
  const name = who.person.email.split('@')[0] ?? ''
  const some = async (sql: string): Promise<Row | null> => {
    const rows = await simulation.rows(sql)
    return rows.length > 0 ? pick(rng, rows) : null
  }
  const anOrder = () => some('select * from orders')
  const aShopOrder = () => some('select * from shop_orders')
  /** Sends once, twice at once, or again after a failure. */
  const press = async (what: string, send: () => Promise<Answer>): Promise<Answer[]> => {
    await scheduler.pause()
    const ask = () => simulation.ask(`${name} ${what}`, send)
    const first = rng() < 0.25 ? await Promise.all([ask(), ask()]) : [await ask()]
    return first.some(({ status }) => status >= 500) && rng() < 0.6 ? [...first, await ask()] : first
  }

  const assign = async () => {
    const order = await anOrder()
    const shop = await some(SHOPS)
    if (!order || !shop) return
    const [live] = await simulation.rows(
      "select id from shop_orders where order_id = ? and withdrawn_at is null and status <> 'rejected'",
      String(order['id']),
    )
    const totalCents = Number(order['total_cents'])
    const shopCostCents = Math.round(totalCents * rng())
    const body = {
      orderId: order['id'],
      shopId: shop['id'],
      totalCents,
      shopCostCents,
      platformFeeCents: totalCents - shopCostCents,
      specialInstructions: null,
      ...(live && { replaces: live['id'] }),
    }
    for (const { status, body: done } of await press('assigns', () => who.post('/admin/assignments', body))) {
      if (status !== 200) continue
      const id = String(done['shopOrderId'])
      acknowledged.push({ what: 'assigned', id, orderId: String(order['id']), cents: shopCostCents })
    }
  }
  const refund = async () => {
    const order = await some("select * from orders where payment_status = 'paid'")
    if (!order) return
    const [live] = await simulation.rows(
      "select id, shop_cost_cents from shop_orders where order_id = ? and withdrawn_at is null and status <> 'rejected'",
      String(order['id']),
    )
    const left = Number(order['total_cents']) - Number(order['refunded_cents'])
    const amountCents = Math.max(1, Math.floor(left * pick(rng, [0.1, 0.3, 0.5, 1])))
    const correctionCents = live ? -Math.floor(Number(live['shop_cost_cents']) * pick(rng, [0, 0.3])) : 0
    const body = {
      key: crypto.randomUUID(),
      amountCents,
      reason: 'Late',
      override: true,
      share: live ? { shopOrderId: live['id'], correctionCents, reason: 'Late' } : null,
    }
    const path = `/admin/orders/${String(order['id'])}/refunds`
    for (const { status, body: done } of await press('gives back', () => who.post(path, body))) {
      if (status !== 200) continue
      acknowledged.push({
        what: 'refund',
        id: String(done['id']),
        orderId: String(order['id']),
        cents: amountCents,
      })
    }
  }
  const does: Record<string, () => Promise<unknown>> = {
    assign,
    refund,
    'take back': async () => {
      const row = await aShopOrder()
      if (!row) return
      const path = `/admin/shop-orders/${String(row['id'])}/unassign`
      await press('takes back', () => who.post(path, { version: row['version'] }))
    },
    'set shop order': async () => {
      const row = await aShopOrder()
      if (!row) return
      const body = { status: pick(rng, SHOP_ORDER_STATUSES), reason: 'Because.', version: row['version'] }
      await press('sets a shop order', () => who.put(`/admin/shop-orders/${String(row['id'])}/status`, body))
    },
    'pay shop': async () => {
      const row = await aShopOrder()
      if (!row) return
      const body = { paymentStatus: pick(rng, ['paid', 'pending']), version: row['version'] }
      await press('pays a shop', () => who.put(`/admin/shop-orders/${String(row['id'])}/payment`, body))
    },
    link: async () => {
      const row = await aShopOrder()
      if (!row) return
      const path = `/admin/shop-orders/${String(row['id'])}/link`
      await press('sends a link', () => (rng() < 0.8 ? who.post(path) : who.delete(path)))
    },
    contact: async () => {
      const row = await aShopOrder()
      if (!row) return
      const body = { key: crypto.randomUUID(), note: 'Called.' }
      await press('notes', () => who.post(`/admin/shop-orders/${String(row['id'])}/contacts`, body))
    },
    'set order': async () => {
      const row = await anOrder()
      if (!row) return
      const status = pick(rng, [...ORDER_STATUSES, 'cancelled'])
      const body = { status, version: row['version'] }
      await press(`sets ${status}`, () => who.put(`/admin/orders/${String(row['id'])}/status`, body))
    },
    correct: async () => {
      const row = await anOrder()
      if (!row) return
      const body = {
        customerPhone: row['customer_phone'],
        recipientName: row['recipient_name'] ?? '',
        apologyNote: row['apology_note'] ?? '',
        deliveryAddress: `${Math.floor(rng() * 900) + 1} 7th Ave`,
        deliveryCity: row['delivery_city'],
        deliveryState: row['delivery_state'],
        deliveryZip: row['delivery_zip'],
        deliveryInstructions: row['delivery_instructions'] ?? '',
        version: row['version'],
      }
      await press('corrects', () => who.put(`/admin/orders/${String(row['id'])}`, body))
    },
    'at the door': () => adminAtTheDoor(simulation, who),
    'change a price': async () => {
      const row = await some('select * from products')
      if (!row) return
      const body = {
        sku: row['sku'],
        title: row['title'],
        priceCents: pick(rng, [4999, 5999, 8999, 13999]),
        description: row['description'],
        imageUrl: row['image_url'] ?? '',
        version: row['version'],
      }
      await press('changes a price', () => who.put(`/admin/products/${String(row['id'])}`, body))
    },
  }
  const often = ['assign', 'assign', 'refund', 'refund', 'refund', 'take back', 'set shop order']
  const kinds = [...Object.keys(does), ...often]
  for (let left = steps; left > 0; left--) {
    await scheduler.pause()
    await does[pick(rng, kinds)]?.()
  }
}

/** A florist who answers through any link that was mailed. */
export async function florist(simulation: Simulation, steps: number): Promise<void> {
  const { scheduler, mailbox } = simulation
  for (let left = steps; left > 0; left--) {
    await scheduler.pause()
    const tokens = mailbox
      .list(1000)
      .flatMap(({ text }) => /\/florist\?token=(\S+)/.exec(text ?? '')?.[1] ?? [])
    if (tokens.length === 0) continue
    const token = pick(scheduler.rng, tokens.slice(0, 3))
    if (scheduler.rng() < 0.3) {
      await reportAttempt(simulation, { token, timeZone: ZONE })
      continue
    }
    const body = { token, answer: pick(scheduler.rng, [...GIVEN_ANSWERS, 'accept']), reason: 'No peonies.' }
    const tap = () => simulation.post('a florist answers', '/florist/answer', body)
    await (scheduler.rng() < 0.3 ? Promise.all([tap(), tap()]) : tap())
  }
}

/** A refund made on the provider's own site. */
export async function operator({ scheduler, provider, injector }: Simulation): Promise<void> {
  await scheduler.pause()
  const charges = provider.store.list('charge', { limit: 100 }).data
  if (charges.length === 0) return
  const charge = pick(scheduler.rng, charges)
  const left = charge.amount - charge.amount_refunded
  if (left === 0) return
  const amount = Math.max(1, Math.floor(left * pick(scheduler.rng, [0.3, 1])))
  const call = { requestId: 'req_by_hand', idempotencyKey: null }
  provider.store.transaction(() =>
    createRefund(provider, { charge: charge.id, amount, metadata: {}, expand: [] }, call),
  )
  injector.count('refunded at the provider by hand')
}
