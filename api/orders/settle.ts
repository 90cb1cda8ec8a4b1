import { eq, type SQL, sql } from 'drizzle-orm'
import type { Deps } from '#api/deps.ts'
import { addOrderEvent, addOrderFlag, notYet } from '#api/platform/audit/order-events.ts'
import { shortHash } from '#api/platform/hash.ts'
import { addOrderMessage } from '#api/platform/outbox/outbox.ts'
import type { CheckoutSession } from '#api/platform/payments/payments.ts'
import { deliveryDate, promisedBy } from '#domain/delivery.ts'
import { checkoutSessions } from '#drizzle/schema/checkout.ts'
import type { OrderRow } from '#drizzle/schema/orders.ts'
import { type Actor, orders } from '#drizzle/schema/orders.ts'
import { SITE } from '#src/site.ts'
import { cancelUnpaid } from './cancel-unpaid.ts'
import { deletedWith } from './deletion-queries.ts'
import { providerEventRow } from './provider-event.ts'
import { wasStopped } from './session-queries.ts'

/**
 * - `settled`: the order now says what the provider says, or said so already
 * - `waiting`: nothing is decided yet
 * - `flagged`: money came that does not fit; a person has to look
 * - `unknown_order`: we have no such order
 */
export type SettleOutcome = 'settled' | 'waiting' | 'flagged' | 'unknown_order'

export type SettleSource = {
  source: 'webhook' | 'look-up' | 'reconciliation' | 'placement'
  /** The provider's event, when there is one: stored in the same batch. */
  event?: { id: string; type: string; createdAt: Date }
}

/**
 * Makes an order agree with its checkout session (decisions.md, Checkout). Webhook, look-up, reconciliation and
 * placement all come here; however often and in whatever order, the result is the same. It acts only for the
 * order's current session, by compare-and-set, in one batch with the event's row, the log and the outbox.
 */
export async function settle(
  deps: Deps,
  session: CheckoutSession,
  from: SettleSource,
): Promise<SettleOutcome> {
  const order = await findOrder(deps, session)
  if (!order) return goneOrUnknown(deps, session)
  return (await settleKnown(deps, order, session, from)).outcome
}

/** Of a deleted order nothing is left to settle, unless it is paid after all. */
async function goneOrUnknown({ db }: Deps, session: CheckoutSession): Promise<SettleOutcome> {
  if (session.orderId === null) return 'unknown_order'
  const { deleted, paymentKnown } = await deletedWith(db, session.orderId, session.id)
  return deleted && (!session.paid || paymentKnown) ? 'settled' : 'unknown_order'
}

type Settled = { outcome: SettleOutcome; order: OrderRow }

/**
 * The same, for whoever has just read the order that the session names. Every write compares with the stored row, so
 * a copy that has grown old undoes nothing.
 * @returns also the order as it is afterwards
 */
export async function settleKnown(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  if (session.paid) return settlePaid(deps, order, session, from)
  if (session.status === 'expired' || from.event?.type === 'checkout.session.async_payment_failed') {
    return settleFailed(deps, order, session, from)
  }
  return { outcome: 'waiting', order }
}

async function findOrder(deps: Deps, session: CheckoutSession): Promise<OrderRow | null> {
  if (session.orderId === null) return null
  const [order] = await readOrder(deps, session.orderId)
  return order ?? null
}

function readOrder({ db }: Deps, id: string) {
  return db.select().from(orders).where(eq(orders.id, id))
}

async function settlePaid(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  const { db, clock } = deps
  const at = clock.now().toISOString()
  // A session that nobody recorded (our answer was lost) is the order's own when there is no other.
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id) {
    return flag(deps, order, session, from, 'stray_payment', `Paid by ${session.id}, not the current session`)
  }
  if (session.amountTotalCents !== order.totalCents || session.currency !== order.currency) {
    const paid = `${session.amountTotalCents} ${session.currency}`
    return flag(deps, order, session, from, 'amount_mismatch', `Paid ${paid}, not ${order.totalCents} usd`)
  }
  const paidAt = session.paidAt ?? from.event?.createdAt ?? clock.now()
  const paidKey = `paid:${order.id}`
  const justPaid = sql`payment_status = 'paid' and checkout_session_id = ${session.id} and ${notYet(paidKey)}`
  const [, [settled]] = await db.batch([
    db
      .update(orders)
      .set({
        paymentStatus: 'paid',
        status: sql`case when ${orders.status} = 'pending' then 'confirmed' else ${orders.status} end`,
        paymentReference: session.paymentReference,
        paymentMethod: session.paymentMethod,
        checkoutSessionId: session.id,
        paidAt: paidAt.toISOString(),
        ...promise(order, paidAt),
        updatedAt: at,
        version: sql`${orders.version} + 1`,
      })
      .where(
        sql`${orders.id} = ${order.id} and ${orders.paymentStatus} in ('pending', 'failed')
          and (${orders.checkoutSessionId} is null or ${orders.checkoutSessionId} = ${session.id})`,
      ),
    readOrder(deps, order.id),
    db
      .update(checkoutSessions)
      .set({ status: 'complete', updatedAt: at })
      .where(sql`${checkoutSessions.sessionId} = ${session.id} and ${checkoutSessions.status} <> 'complete'`),
    addOrderFlag(
      db,
      order.id,
      { kind: 'needs_refund', detail: 'Paid after it was cancelled' },
      at,
      sql`${justPaid} and status = 'cancelled'`,
    ),
    addOrderFlag(
      db,
      order.id,
      { kind: 'paid_while_paused', detail: null },
      at,
      sql`${justPaid} and status <> 'cancelled' and ${wasStopped(session.id)}`,
    ),
    ...messages(deps, order, at, justPaid),
    ...providerEventRow(deps, from.event, 'settled', at),
    // The log last: all of the above happens only while it does not say "paid" yet.
    addOrderEvent(
      db,
      order.id,
      {
        kind: 'paid',
        actor: actorOf(from),
        data: { source: from.source, sessionId: session.id, amountCents: session.amountTotalCents },
        dedupeKey: paidKey,
      },
      at,
      justPaid,
    ),
  ])
  return { outcome: 'settled', order: settled ?? order }
}

/** One to the buyer and one to the owner; which ones, the order's status decides inside the batch. */
function messages({ db }: Deps, order: OrderRow, at: string, justPaid: SQL) {
  const [buyer, owner] = [order.customerEmail, SITE.ownerEmail]
  const usual = sql`${justPaid} and status <> 'cancelled'`
  const tooLate = sql`${justPaid} and status = 'cancelled'`
  return [
    addOrderMessage(db, order.id, { kind: 'order-confirmation', recipient: buyer }, at, usual),
    addOrderMessage(db, order.id, { kind: 'paid-after-cancellation', recipient: buyer }, at, tooLate),
    addOrderMessage(db, order.id, { kind: 'order-notice', recipient: owner }, at, usual),
    addOrderMessage(
      db,
      order.id,
      { kind: 'order-notice', recipient: owner, payload: { needsRefund: true } },
      at,
      tooLate,
    ),
  ]
}

/** Hour and few-hours count from the moment of payment; a day stays the day that was chosen. */
function promise(order: OrderRow, paidAt: Date) {
  const { deliveryOption: option, timeZone } = order
  if (option !== 'hour' && option !== 'few-hours') return {}
  return {
    deliveryDate: deliveryDate(option, paidAt, timeZone).toISOString(),
    promisedBy: promisedBy(option, paidAt, timeZone).toISOString(),
  }
}

async function settleFailed(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
): Promise<Settled> {
  const { db, clock } = deps
  // An order with another current session was sent to pay elsewhere: this one's end means nothing.
  if (order.checkoutSessionId !== null && order.checkoutSessionId !== session.id)
    return { outcome: 'settled', order }
  const at = clock.now().toISOString()
  const kind = session.status === 'expired' ? 'expired' : 'payment_failed'
  const [, , , [settled]] = await db.batch([
    ...cancelUnpaid(deps, order.id, { kind, actor: actorOf(from) }, at),
    readOrder(deps, order.id),
    ...providerEventRow(deps, from.event, kind, at),
  ])
  return { outcome: 'settled', order: settled ?? order }
}

async function flag(
  deps: Deps,
  order: OrderRow,
  session: CheckoutSession,
  from: SettleSource,
  kind: 'stray_payment' | 'amount_mismatch',
  detail: string,
): Promise<Settled> {
  const { db, clock, log } = deps
  const at = clock.now().toISOString()
  const dedupeKey = `${kind}:${session.id}`
  await db.batch([
    addOrderFlag(db, order.id, { kind, detail }, at, notYet(dedupeKey)),
    addOrderEvent(
      db,
      order.id,
      { kind, actor: actorOf(from), data: { source: from.source, sessionId: session.id, detail }, dedupeKey },
      at,
    ),
    ...providerEventRow(deps, from.event, kind, at),
  ])
  log('error', 'payment_flagged', { orderId: order.id, session: await shortHash(session.id), kind })
  return { outcome: 'flagged', order }
}

function actorOf(from: SettleSource): Actor {
  return from.source === 'placement' ? 'shopper' : 'provider'
}
