import { DELIVERY_OPTIONS, isDeliveryOptionId } from '#domain/delivery.ts'
import { ORDER_EVENTS, rowOf } from '#domain/order/events.ts'
import { priceOrder } from '#domain/pricing.ts'
import { NEVER } from '#tests/support/audit.ts'
import { lives, replay } from '#tests/support/order-replay.ts'
import { logOf, stored } from '#tests/support/order-state.ts'
import { auditBuyerTexts } from './buyer-texts.ts'
import { auditReported, DOOR_INVARIANTS } from './door.ts'
import { inSql, moving } from './event-names.ts'
import { auditStops } from './florist-texts.ts'
import type { StoredUpload } from './photographer.ts'
import { auditRings } from './rings-audit.ts'
import type { Attempt, WaitlistPlace } from './shoppers.ts'
import type { Simulation } from './simulation.ts'
import type { Acknowledged } from './staff.ts'

export type Expected = {
  attempts: Attempt[]
  acknowledged: Acknowledged[]
  waiting: WaitlistPlace[]
  prices: Set<number>
  uploads: StoredUpload[]
}
type Row = Record<string, unknown>

/** The events with which the flowers go in although their buyer is still asked about them: made, or at the door. */
const WENT_IN = inSql(
  ORDER_EVENTS.filter(
    (event) => event !== 'substitution_silent' && rowOf(event).closes?.substitution === 'silent',
  ),
)
/** The events by which an admin sets a cancelled order back; one that was refunded goes on nowhere. */
const SET_BACK = "('reopened', 'reopened_without_room', 'status_set')"

/** Joins a substitution's florist, who knew of the order and had a link when it was closed, unless something else happened since. */
const FLORIST_OF_SUBSTITUTION = `join shop_orders so on so.id = s.shop_order_id join shops h on h.id = so.shop_id
  where exists (select 1 from outbox m where m.order_id = s.order_id and m.recipient = h.email and m.kind = 'florist-order'
      and m.sent_at < s.closed_at)
    and exists (select 1 from florist_links l where l.shop_order_id = so.id and l.created_at <= s.closed_at
      and (l.revoked_at is null or l.revoked_at > s.closed_at))
    and not exists (select 1 from order_events e where e.order_id = s.order_id and e.created_at > s.closed_at
      and e.kind in ${moving('shopOrder', 'order')})`

/** Queries that return no row once all faults have ended and the scheduled work has run. */
const INVARIANTS = {
  ...NEVER,
  ...DOOR_INVARIANTS,
  'an order that still waits for its payment': `select order_reference from orders where payment_status = 'pending'`,
  'a session that is still open': `select o.order_reference from checkout_sessions s join orders o on o.id = s.order_id
    where s.status in ('creating', 'open')`,
  'a refund that is still pending': `select o.order_reference from refunds r join orders o on o.id = r.order_id
    where r.status = 'pending'`,
  // A phone that does not ring in time is not rung any more: the text and the call come before. A buyer's text waits for the morning.
  'a message that was not sent': `select kind || ' ' || status || ' ' || coalesce(last_error, '') from outbox
    where status <> 'sent' and (channel = 'mail' or status = 'pending' and kind not like 'text-%')`,
  'a paid order without exactly one message to its buyer': `select order_reference from orders o
    where payment_status in ('paid', 'refunded') and (select count(*) from outbox where order_id = o.id
      and recipient = o.customer_email and kind in ('order-confirmation', 'paid-after-cancellation')) <> 1`,
  'a paid order without exactly one message to the owner': `select order_reference from orders o
    where payment_status in ('paid', 'refunded') and (select count(*) from outbox where order_id = o.id
      and kind = 'order-notice') <> 1`,
  'a message about an order that was never paid': `select o.order_reference from outbox m join orders o on o.id = m.order_id
    where o.payment_status not in ('paid', 'refunded') and m.recipient = o.customer_email`,
  'an unexpected flag': `select kind || ' ' || detail from order_flags where kind not in ('needs_refund', 'over_capacity', 'nobody_there')`,
  'money that is owed and not flagged': `select order_reference from orders o
    where payment_status = 'paid' and status = 'cancelled' and not exists (select 1 from order_flags
      where order_id = o.id and kind = 'needs_refund' and resolved_at is null)`,
  'an event without an order': `select id from order_events where order_id not in (select id from orders)`,
  'an event of a faulty provider': `select id from provider_events where id = 'evt_of_a_faulty_provider'`,
  'a broken foreign key': 'select "table" from pragma_foreign_key_check',
  'a refund without its events': `select id from refunds r where status = 'succeeded' and (select count(*)
    from order_events where kind in ('refunded', 'refunded_in_part') and data ->> 'refundId' = r.id) <> 1`,
  'a refund without a message to its shopper': `select id from refunds r where status = 'succeeded'
    and (select count(*) from outbox where dedupe_key = 'order-refunded:' || r.id) <> 1`,
  'a hold that leaked': `select h.order_id from order_holds h join orders o on o.id = h.order_id
    where o.payment_status <> 'failed' or h.reserved_promised_by is not null`,
  'a hold that is kept for more than a day': `select order_id from order_holds
    where datetime(expires_at) < (select datetime(max(created_at), '-25 hours') from order_events)`,
  'a shop that the system asked twice about one promise': `select so.order_id from shop_orders so join order_events e
    on e.data ->> 'shopOrderId' = so.id and e.kind = 'assigned' and e.actor = 'system' where exists (select 1
      from shop_orders b where b.order_id = so.order_id and b.shop_id = so.shop_id and b.rowid < so.rowid
      and not exists (select 1 from order_choices c where c.order_id = so.order_id and c.outcome in ('wait', 'day')
        and c.closed_at between b.created_at and so.created_at))`,
  'silence before the deadline': `select id from shop_orders where status = 'rejected' and answered_by = 'system'
    and (answer_by is null or answered_at < answer_by)`,
  'a choice made twice': `select data ->> 'choiceId' from order_events where kind in ('chose_wait', 'chose_day', 'chose_cancel', 'choice_expired')
    group by 1 having count(*) > 1`,
  'a choice that ended too early': `select id from order_choices where outcome = 'expired' and closed_at < expires_at`,
  'a choice that was refunded although a florist had said yes': `select c.id from order_choices c
    join order_events e on e.kind = 'choice_expired' and e.data ->> 'choiceId' = c.id
    join shop_orders so on so.order_id = c.order_id and so.withdrawn_at = c.closed_at
    where c.reason <> 'late' and so.status not in ('pending', 'rejected')`,
  'a choice that ended without a refund': `select c.id from order_choices c join orders o on o.id = c.order_id
    where c.outcome in ('cancel', 'expired') and o.payment_status <> 'refunded' and o.status = 'cancelled' and not exists (
      select 1 from order_flags f where f.order_id = o.id and f.kind = 'needs_refund' and f.resolved_at is null)`,
  'a share that was not corrected to nothing': `select so.id from order_choices c
    join shop_orders so on so.order_id = c.order_id and so.withdrawn_at = c.closed_at
    join refunds r on r.idempotency_key = 'choice:' || c.id and r.status = 'succeeded'
    where c.outcome in ('cancel', 'expired') and so.shop_cost_cents + coalesce((select sum(amount_cents)
      from share_corrections where shop_order_id = so.id), 0) <> 0`,
  'two refunds of one choice or fee': `select min(order_id) from refunds
    where idempotency_key like 'choice:%' or idempotency_key like 'delivery-fee:%' group by idempotency_key having count(*) > 1`,
  'a choice without exactly one message': `select c.id from order_choices c where offered_at is not null and (select count(*)
    from outbox where kind = 'promise-choice' and payload ->> 'choiceId' = c.id) not in (1, closed_at is null)`,
  'an answer without exactly one message': `select c.id from order_choices c where outcome in ('wait', 'day')
    and (select count(*) from outbox where kind = 'choice-answered' and payload ->> 'choiceId' = c.id) <> 1
    and not exists (select 1 from order_events e where e.order_id = c.order_id and e.created_at >= c.closed_at
      and e.kind not in ('chose_wait', 'chose_day') and e.kind in ${moving('shopOrder', 'order')})`,
  'two open questions': `select order_id from order_substitutions where closed_at is null group by 1 having count(*) > 1`,
  'a question about an order that nobody makes': `select s.id from order_substitutions s join orders o on o.id = s.order_id
    join shop_orders so on so.id = s.shop_order_id where s.closed_at is null and not (o.payment_status = 'paid'
      and o.status in ('pending', 'processing', 'confirmed') and so.withdrawn_at is null
      and so.status in ('confirmed', 'processing'))`,
  'a question that was answered twice': `select data ->> 'substitutionId' from order_events
    where kind in ('substitution_agreed', 'substitution_declined', 'substitution_silent', 'flowers_found') group by 1 having count(*) > 1`,
  // What is made, or at the door, is made with the other flowers, also before the buyer's time is over.
  'a question that ended too early': `select s.id from order_substitutions s where s.outcome = 'silent' and s.closed_at < s.expires_at
    and not exists (select 1 from order_events e where e.order_id = s.order_id and e.created_at = s.closed_at
      and e.kind in ${WENT_IN})`,
  'a buyer who did not hear that other flowers went in': `select s.id from order_substitutions s join orders o on o.id = s.order_id
    where s.outcome = 'silent' and not o.is_sample and (select count(*) from outbox where kind = 'order-substituted'
      and payload ->> 'substitutionId' = s.id) not in (1, iif(o.status = 'cancelled', 0, 1))`,
  'silence that ended an order': `select s.id from order_substitutions s join order_events e on e.order_id = s.order_id
    and e.created_at = s.closed_at and e.actor = 'system' and e.kind in ${moving('order')} where s.outcome = 'silent'`,
  'two refunds of one substitution': `select min(order_id) from refunds
    where idempotency_key like 'substitution:%' group by idempotency_key having count(*) > 1`,
  'a refund of a substitution that ended otherwise': `select r.id from refunds r join order_substitutions s
    on r.idempotency_key = 'substitution:' || s.id where s.outcome not in ('declined', 'refunded')`,
  'a substitution that ended an order, which goes on': `select s.id from order_substitutions s
    join orders o on o.id = s.order_id where s.outcome in ('declined', 'refunded') and o.status <> 'cancelled'
      and not exists (select 1 from order_events e where e.order_id = o.id and e.kind in ${SET_BACK}
        and e.actor = 'admin' and e.created_at >= s.closed_at)`,
  'a substitution that ended an order without a refund': `select s.id from order_substitutions s
    join orders o on o.id = s.order_id where s.outcome in ('declined', 'refunded') and o.payment_status <> 'refunded'
      and o.status = 'cancelled' and not exists (select 1 from order_flags f where f.order_id = o.id
        and f.kind = 'needs_refund' and f.resolved_at is null)`,
  'a share of an ended order that was not corrected to nothing': `select so.id from order_substitutions s
    join shop_orders so on so.id = s.shop_order_id and so.withdrawn_at = s.closed_at
    join refunds r on r.idempotency_key = 'substitution:' || s.id and r.status = 'succeeded'
    where so.shop_cost_cents + coalesce((select sum(amount_cents) from share_corrections
      where shop_order_id = so.id), 0) <> 0`,
  'a question without exactly one message': `select s.id from order_substitutions s where token_hash is not null and (select
    count(*) from outbox where kind = 'substitution-question' and payload ->> 'substitutionId' = s.id) not in (1, closed_at is null)`,
  'a florist who heard nothing of the end of an order': `select s.id from order_substitutions s ${FLORIST_OF_SUBSTITUTION}
    and s.outcome in ('declined', 'refunded') and not exists (select 1 from outbox m where m.order_id = s.order_id
      and m.recipient = h.email and m.kind = 'florist-cancelled')`,
  'a florist who heard nothing of an answer': `select s.id from order_substitutions s ${FLORIST_OF_SUBSTITUTION}
    and exists (select 1 from order_events e where e.kind in ('substitution_agreed', 'substitution_silent')
      and e.data ->> 'substitutionId' = s.id) and not exists (select 1 from outbox m where m.kind = 'florist-substitution'
      and m.payload ->> 'substitutionId' = s.id)`,
  'a share corrected without its refund': `select id from share_corrections where refund_id is null
    or refund_id not in (select id from refunds where status = 'succeeded')`,
}

/** Compares the database with the provider, the mail box and the answers that were given. @returns a line for each difference */
export async function auditSimulation(simulation: Simulation, expected: Expected): Promise<string[]> {
  const faults: string[] = []
  for (const [fault, sql] of Object.entries(INVARIANTS)) {
    for (const row of await simulation.rows(sql)) faults.push(`${fault}: ${String(Object.values(row)[0])}`)
  }
  for (const { outcome } of await simulation.rows('select outcome from order_substitutions')) {
    simulation.injector.count(`missing flowers: ${String(outcome)}`)
  }
  const orders = await simulation.rows('select * from orders')
  for (const order of orders) faults.push(...(await auditLog(simulation, order)))
  faults.push(...(await auditMoney(simulation, orders)), ...(await auditStatements(simulation)))
  const sessions = simulation.provider.store.list('session', { limit: 10_000 }).data
  for (const attempt of expected.attempts) {
    const own = sessions.filter(({ customer_email }) => customer_email === attempt.email)
    faults.push(...(await auditAttempt(simulation, attempt, own, expected.prices)))
  }
  faults.push(...(await auditAcknowledged(simulation, expected)), ...(await auditReported(simulation)))
  const { rows, rung, wishes, injector } = simulation
  injector.count(`rings: ${rung.length > 0 ? 'some' : 'none'}`)
  faults.push(...auditMail(simulation, orders), ...(await auditRings(rows, rung, READ_BEFORE_MS)))
  faults.push(...auditStops(rung, wishes, READ_BEFORE_MS), ...(await auditBuyerTexts(rows, rung)))
  return faults
}

/** A ring that began so long after an answer had not read of it yet. */
const READ_BEFORE_MS = 45_000

/** Replaying an order's events gives its stored state. */
async function auditLog(simulation: Simulation, order: Row): Promise<string[]> {
  const id = String(order['id'])
  const is = await stored({ shop: simulation }, id)
  const total = Number(order['total_cents'])
  const faults: string[] = []
  try {
    const replayed = replay(await logOf({ shop: simulation }, id), total)
    if (JSON.stringify(replayed) !== JSON.stringify(is)) {
      faults.push(`the log of ${id} says ${JSON.stringify(replayed)}, it is ${JSON.stringify(is)}`)
    }
  } catch (error) {
    faults.push(`the log of ${id} breaks: ${String(error)}`)
  }
  const shopOrders = Object.values(is.shopOrders)
  if (shopOrders.filter(lives).length !== (is.assigned ? 1 : 0))
    faults.push(`${id} is with several shops, or none`)
  for (const { shopCostCents, platformFeeCents } of shopOrders) {
    if (shopCostCents + platformFeeCents !== total) faults.push(`the split of ${id} is not exact`)
  }
  return faults
}

/** The database and the provider agree on payments and refunds. */
async function auditMoney(simulation: Simulation, orders: Row[]): Promise<string[]> {
  const { store } = simulation.provider
  const [sessions, charges, refunds] = [
    store.list('session', { limit: 10_000 }).data,
    store.list('charge', { limit: 10_000 }).data,
    store.list('refund', { limit: 10_000 }).data,
  ]
  const faults: string[] = []
  for (const session of sessions.filter(({ payment_status }) => payment_status === 'paid')) {
    const own = orders.filter(({ checkout_session_id }) => checkout_session_id === session.id)
    const [order] = own
    const charge = charges.find(({ payment_intent }) => payment_intent === session.payment_intent)
    const same =
      order?.['id'] === session.client_reference_id &&
      ['paid', 'refunded'].includes(String(order['payment_status'])) &&
      order['total_cents'] === session.amount_total &&
      order['payment_reference'] === session.payment_intent &&
      charge?.amount === session.amount_total &&
      order['paid_at'] === new Date((charge?.created ?? 0) * 1000).toISOString()
    if (own.length !== 1 || !same) faults.push(`paid at the provider, not in the database: ${session.id}`)
    if (order?.['refunded_cents'] !== charge?.amount_refunded) {
      faults.push(
        `${String(order?.['refunded_cents'])} refunded, the provider says ${charge?.amount_refunded}`,
      )
    }
  }
  for (const order of orders.filter((each) =>
    ['paid', 'refunded'].includes(String(each['payment_status'])),
  )) {
    const session = sessions.find(({ id }) => id === order['checkout_session_id'])
    if (session?.payment_status !== 'paid')
      faults.push(`paid in the database only: ${String(order['order_reference'])}`)
  }
  for (const { id, order_reference: reference } of orders) {
    const made = sessions.filter(({ client_reference_id }) => client_reference_id === id).length
    const [asked] = await simulation.rows(
      'select count(*) as n from checkout_sessions where order_id = ?',
      String(id),
    )
    if (made > Number(asked?.['n']))
      faults.push(`${made} sessions of ${String(reference)}, more than were asked for`)
  }
  const rows = await simulation.rows("select * from refunds where status = 'succeeded'")
  for (const refund of refunds) {
    const own = rows.filter((row) => row['provider_refund_id'] === refund.id)
    const same = own.length === 1 && own[0]?.['amount_cents'] === refund.amount
    if (!same) faults.push(`refunded at the provider, not in the database: ${refund.id}`)
  }
  // A refund that was sent twice is recorded as two: the second one as made elsewhere.
  const sent = refunds.flatMap(({ metadata }) => metadata?.['refund_id'] ?? [])
  for (const id of new Set(sent)) {
    const times = sent.filter((one) => one === id).length
    if (times > 1) faults.push(`a refund sent ${times} times: ${id}`)
  }
  if (rows.length !== refunds.length)
    faults.push(`${rows.length} refunds here, ${refunds.length} at the provider`)
  return faults
}

/** The statements of each shop, of all its months, come to its shares and their corrections. */
async function auditStatements({ rows, scheduler, ask, admins }: Simulation): Promise<string[]> {
  const due = await rows(
    `select so.shop_id as shop, substr(created_at, 1, 7) as month, so.withdrawn_at is null and so.status <> 'rejected' as live,
      so.shop_cost_cents + coalesce((select sum(amount_cents) from share_corrections where shop_order_id = so.id), 0) as cents
      from shop_orders so`,
  )
  const faults: string[] = []
  for (const shop of new Set(due.map((row) => String(row['shop'])))) {
    const own = due.filter((row) => row['shop'] === shop)
    const months = new Set(own.flatMap(({ month }) => around(String(month))))
    let stated = 0
    for (const month of months) {
      const asked = ask('reads a statement', () =>
        admins[0].get(`/admin/shops/${shop}/statement?month=${month}`),
      )
      await scheduler.runAll()
      const { lines, totals } = (await asked).body as { lines: Cents[]; totals: Cents }
      stated += totals.dueCents
      for (const line of [...lines, totals]) {
        if (line.dueCents !== line.paidCents + line.unpaidCents)
          faults.push(`a line of ${shop} does not add up`)
        if (line.orderTotalCents !== line.shopCostCents + line.platformFeeCents)
          faults.push(`a split of ${shop}`)
      }
      const sum = (of: keyof Cents) => lines.reduce((all, line) => all + line[of], 0)
      if (sum('dueCents') !== totals.dueCents || sum('paidCents') !== totals.paidCents) {
        faults.push(`the lines of ${shop} in ${month} do not come to their total`)
      }
    }
    const shares = own.reduce((sum, { live, cents }) => sum + (live === 1 ? Number(cents) : 0), 0)
    if (stated !== shares)
      faults.push(`statements of ${shop} say ${stated} cents, its shares come to ${shares}`)
  }
  return faults
}

type Cents = Record<
  'dueCents' | 'paidCents' | 'unpaidCents' | 'orderTotalCents' | 'shopCostCents' | 'platformFeeCents',
  number
>

/** A month and its neighbors, in which the market's calendar or a correction may have it. */
function around(month: string): string[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [-1, 0, 1].map((more) => new Date(Date.UTC(year, number - 1 + more)).toISOString().slice(0, 7))
}

/** A shopper bought what the form said, at most once, at a price of the catalogue. */
async function auditAttempt(
  simulation: Simulation,
  attempt: Attempt,
  sessions: { id: string; payment_status: string }[],
  prices: Set<number>,
): Promise<string[]> {
  const faults: string[] = []
  const paid = sessions.filter(({ payment_status }) => payment_status === 'paid')
  if (paid.length > 1) faults.push(`${attempt.name} paid ${paid.length} times`)
  for (const { id } of paid)
    if (!attempt.sessionIds.has(id)) faults.push(`${attempt.name} paid at ${id} unasked`)
  for (const id of attempt.sessionIds) {
    const [row] = await simulation.rows('select 1 from checkout_sessions where session_id = ?', id)
    if (!row) faults.push(`${attempt.name} received an unknown session: ${id}`)
  }
  const orders = await simulation.rows(
    `select o.*, i.product_id, i.price_at_purchase_cents as price, e.data ->> 'option' as asked_option from orders o
      join order_items i on i.order_id = o.id join order_events e on e.order_id = o.id and e.kind in ('placed', 'rebuilt')
      where customer_email = ?`,
    attempt.email,
  )
  const live = orders.filter(
    ({ payment_status }) => payment_status === 'paid' || payment_status === 'refunded',
  )
  if (live.length !== paid.length)
    faults.push(`${attempt.name} has ${live.length} paid orders, paid ${paid.length}`)
  for (const order of orders) {
    const price = Number(order['price'])
    // The promise counts as it was paid for: another day may have been taken since.
    const option = order['asked_option']
    if (!isDeliveryOptionId(option) || !prices.has(price)) {
      faults.push(`${attempt.name}: ${price} cents is no price of ours`)
      continue
    }
    const due = priceOrder({ subtotalCents: price, deliveryFeeCents: DELIVERY_OPTIONS[option].feeCents })
    if (due.totalCents !== order['total_cents']) faults.push(`${attempt.name}: not ${due.totalCents} cents`)
    const [corrected] = await simulation.rows(
      "select 1 from order_events where order_id = ? and kind in ('corrected', 'changed_by_buyer')",
      String(order['id']),
    )
    const meant = attempt.forms.some((form) => {
      const { address, unit, zip, note, recipientName, instructions } = form.customerInfo
      const same =
        form['productId'] === order['product_id'] &&
        form.deliveryDetails.option === option &&
        zip === order['delivery_zip'] &&
        note === (order['apology_note'] ?? '') &&
        recipientName === (order['recipient_name'] ?? '') &&
        unit === (order['delivery_unit'] ?? '') &&
        instructions === (order['delivery_instructions'] ?? '')
      return same && (corrected !== undefined || address === order['delivery_address'])
    })
    if (!meant) faults.push(`${attempt.name} never asked for ${String(order['order_reference'])} as it is`)
  }
  return faults
}

/** Whatever was answered with success is stored. */
async function auditAcknowledged(
  simulation: Simulation,
  { acknowledged, waiting }: Expected,
): Promise<string[]> {
  const faults: string[] = []
  for (const { what, id, orderId, cents } of acknowledged) {
    const [table, column] =
      what === 'assigned' ? ['shop_orders', 'shop_cost_cents'] : ['refunds', 'amount_cents']
    const rows = await simulation.rows(
      `select ${column} as cents from ${table} where id = ? and order_id = ?`,
      id,
      orderId,
    )
    if (rows.length !== 1 || rows[0]?.['cents'] !== cents)
      faults.push(`answered as ${what}, but not stored: ${id}`)
  }
  for (const { email, zipCode, sure } of waiting) {
    const rows = await simulation.rows(
      'select 1 from waitlist where email = ? and zip_code = ?',
      email,
      zipCode,
    )
    if (rows.length > 1 || (sure && rows.length === 0)) faults.push(`${rows.length} places for ${email}`)
  }
  return faults
}

const CONFIRMATION_SUBJECTS = ['Order confirmed: ', 'Your payment came after your order was cancelled']

/** Every buyer has one confirmation, or a second one where an admin sent it again. */
function auditMail(simulation: Simulation, orders: Row[]): string[] {
  const mails = simulation.mailbox.list(10_000)
  const faults: string[] = []
  for (const { id, customer_email: email, payment_status: payment, order_reference: reference } of orders) {
    const same = mails.filter(
      ({ to, subject }) =>
        to.includes(String(email)) &&
        subject.includes(String(reference)) &&
        CONFIRMATION_SUBJECTS.some((start) => subject.startsWith(start)),
    )
    const isPaid = payment === 'paid' || payment === 'refunded'
    const extra = isPaid && simulation.sentAgain.has(String(id)) ? 1 : 0
    const due = isPaid ? 1 : 0
    if (same.length < due || same.length > due + extra)
      faults.push(`${same.length} confirmations of ${String(reference)}`)
  }
  return faults
}
