import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sqlList } from '#api/platform/database/paging.ts'
import { unreportedSince } from '#api/platform/expected-reports.ts'
import { failingSince } from '#api/platform/failing-channels.ts'
import { FLORIST_MESSAGES, ORDER_MESSAGES } from '#api/platform/outbox/outbox.ts'
import { refusedSince } from '#api/platform/refusals.ts'
import { checkoutSessions, jobCursors } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orders } from '#drizzle/schema/orders.ts'
import { problems } from '#drizzle/schema/problems.ts'

const RUN = 'scheduled-run'
const PAYMENTS = 'payments-unavailable'

/** Notes that the scheduled work ran. @param paymentsFailed whether the payment provider could not be asked; @param at ISO instant */
export async function recordRun(db: Db, paymentsFailed: boolean, at: string): Promise<void> {
  const run = { job: RUN, cursor: null, updatedAt: at }
  const outage = { job: PAYMENTS, cursor: at, updatedAt: at }
  await db.batch([
    db.insert(jobCursors).values(run).onConflictDoUpdate({ target: jobCursors.job, set: run }),
    paymentsFailed
      ? db
          .insert(jobCursors)
          .values(outage)
          .onConflictDoUpdate({ target: jobCursors.job, set: { updatedAt: at } })
      : db.delete(jobCursors).where(sql`job = ${PAYMENTS}`),
  ])
}

/** The moments (ISO instants) of {@link readHealth}; null for what there is none of. */
export type Readings = {
  ranAt: string | null
  /** Since when the scheduled work cannot ask the payment provider. */
  paymentsFailingSince: string | null
  oldestDueMessage: string | null
  oldestDueOrderMessage: string | null
  /** The oldest message about an order that was tried in vain. */
  oldestFailingOrderMessage: string | null
  unsettledPayments: number
  problems: number
  /** Since when no webhook has come of what it should have reported. */
  paymentsUnreportedSince: string | null
  mailUnreportedSince: string | null
  textsUnreportedSince: string | null
  /** Since when pushes, or texts, are not taken. */
  pushFailingSince: string | null
  textsFailingSince: string | null
  /** The numbers to which the texts of the last hour did not arrive; 0 once one has arrived. */
  unreachedNumbers: number
  /** Placements of the last minutes that we refused, and orders that came to a payment page, and to a payment. */
  refused: number
  opened: number
  paid: number
}

/**
 * Statement: reads all that the health check judges.
 * @param since.sessionsEnded ISO instant: an order whose payment session ended earlier should have been settled or closed
 * @param since.problems ISO instant
 * @param since.placements ISO instant
 * @param since.texts ISO instant
 */
export function readHealth(
  db: Db,
  now: string,
  since: { sessionsEnded: string; problems: string; placements: string; texts: string },
) {
  const ofOrders = sql`kind in (${sqlList([...ORDER_MESSAGES, ...FLORIST_MESSAGES])})`
  // The local database knows the check by its comment, and neither counts it nor spends a fault on it.
  // One that was never tried is due from its time on; a failure puts that off.
  const dueSince = sql`case when attempts > 0 or last_error is not null then created_at else next_attempt_at end`
  return db.all<Readings>(sql`
    select /* health */
      (select updated_at from ${jobCursors} where job = ${RUN}) as "ranAt",
      (select cursor from ${jobCursors} where job = ${PAYMENTS}) as "paymentsFailingSince",
      m.*,
      (select count(*) from ${orders} o join ${checkoutSessions} c on c.session_id = o.checkout_session_id
        where o.payment_status = 'pending' and o.is_sample = 0 and c.expires_at < ${since.sessionsEnded}) as "unsettledPayments",
      (select count(*) from ${problems} where last_at >= ${since.problems}) as problems,
      ${unreportedSince('payments')} as "paymentsUnreportedSince",
      ${unreportedSince('mail')} as "mailUnreportedSince",
      ${unreportedSince('texts')} as "textsUnreportedSince",
      ${failingSince('push', now)} as "pushFailingSince",
      ${failingSince('text', now)} as "textsFailingSince",
      (select case when total(delivery = 'delivered') > 0 then 0
          else count(distinct case when delivery = 'failed' then recipient end) end
        from ${outbox} where status = 'sent' and payload <> '{}' and sent_at > ${since.texts} and channel = 'text') as "unreachedNumbers",
      ${refusedSince(since.placements)} as refused,
      (select count(*) from ${orders} where created_at > ${since.placements} and is_sample = 0
        and checkout_session_id is not null) as opened,
      (select count(*) from ${orders} where paid_at > ${since.placements} and payment_status = 'paid' and is_sample = 0) as paid
    from (
      select min(${dueSince}) as "oldestDueMessage",
        min(case when ${ofOrders} then ${dueSince} end) as "oldestDueOrderMessage",
        min(case when ${ofOrders} and last_error is not null then created_at end) as "oldestFailingOrderMessage"
      from ${outbox}
      where status = 'pending' and (next_attempt_at <= ${now} or attempts > 0 or last_error is not null)
    ) m`)
}
