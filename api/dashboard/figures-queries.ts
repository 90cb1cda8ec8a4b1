import { type SQL, sql } from 'drizzle-orm'
import { readPromised, SOLD, within } from '#api/capacity/promise-queries.ts'
import type { Db } from '#api/deps.ts'
import { cappedCount, cappedTotal, sqlList } from '#api/platform/database/paging.ts'
import type { Channel } from '#domain/channels.ts'
import { AT_RISK_MS, dashboardDays } from '#domain/dashboard-days.ts'
import { disputeStatusesIn } from '#domain/disputes.ts'
import { RING_KINDS } from '#domain/order/causes.ts'
import { DELIVERY_PROBLEMS } from '#domain/outbox.ts'
import { disputes } from '#drizzle/schema/checkout.ts'
import { outbox } from '#drizzle/schema/messages.ts'
import { orderChoices } from '#drizzle/schema/order-choices.ts'
import { orderEvents, orders } from '#drizzle/schema/orders.ts'
import { problems } from '#drizzle/schema/problems.ts'
import { shopOrders } from '#drizzle/schema/shop-orders.ts'
import { OPEN_STATUSES, TO_ASSIGN } from './task-queries.ts'

/** Failures of the server count as new for so long. */
const NEW_PROBLEM_MS = 24 * 60 * 60_000

/** The value of a paid order: its total, less refunds and what a bank took back. `o` is the order. */
export const REVENUE = sql`max(0, o.total_cents - o.refunded_cents - coalesce((select sum(d.amount_cents) from ${disputes} d
  where d.order_id = o.id and d.status in (${sqlList(disputeStatusesIn('lost'))})), 0))`

// Statuses are literals, because a partial index does not apply to a parameter. A plus before `promised_by` keeps SQLite
// from walking the index of all promised times: few orders are open.
const OPEN = sql`from ${orders} where assignment_status in ('unassigned', 'assigned')
  and status in (${OPEN_STATUSES}) and payment_status = 'paid' and is_sample = 0`

type Answers = { answers: number; medianSeconds: number }

/**
 * Value: the way on which a florist who answered was reached: by text if they answered by text, else by what rang
 * first, else by email. Only what went counts, and no text that was reported as lost.
 */
const REACHED_BY: SQL<Channel> = sql`case
  when exists (select 1 from ${orderEvents} e where e.order_id = s.order_id and e.created_at = s.answered_at
    and e.data ->> 'shopOrderId' = s.id and e.data ->> 'channel' = 'text') then 'text'
  else coalesce((select ring.channel from ${outbox} ring where ring.order_id = s.order_id and ring.kind in (${sqlList(RING_KINDS)})
    and ring.payload ->> 'shopOrderId' = s.id and ring.status = 'sent' and ring.sent_at <= s.answered_at
    and (ring.delivery is null or ring.delivery not in (${sqlList(DELIVERY_PROBLEMS)}))
    order by ring.sent_at limit 1), 'mail') end`

type Sold = { week: number; orders: number; byAgents: number; revenueCents: number; since: string | null }

/**
 * The figures of the dashboard; statements for a batch. Samples are left out.
 * @param now the time until which they count; days are those of each order's market
 */
export function readFigures(db: Db, now: Date) {
  const days = dashboardDays(now)
  const sold = [days.today, ...days.sameWeekdays].map(
    (spans, week) => sql`
      select ${week} as week, count(*) as orders, count(o.agent_platform_id) as "byAgents", coalesce(sum(${REVENUE}), 0) as "revenueCents",
        (select min(paid_at) from ${orders} o where ${SOLD}) as since
      from ${orders} o indexed by orders_sold where ${within(spans, sql`o.paid_at`)} and ${SOLD}`,
  )
  return [
    db.all<Sold>(sql.join(sold, sql` union all `)),
    db.all<{ open: number; atRisk: number; late: number; hasAgents: number }>(sql`
      select ${cappedCount(OPEN)} as open, ${atRisk(now)} as "atRisk",
        ${cappedCount(sql`${OPEN} and +promised_by < ${now.toISOString()}`)} as late,
        exists (select 1 from ${orders} o indexed by orders_of_agents where o.agent_platform_id is not null and ${SOLD}) as "hasAgents"`),
    readPromised(db, now),
    // Silence is no answer. Of an even number, the median is the mean of the two in the middle.
    db.all<{ reachedBy: Channel | null } & Answers>(sql`
      with answer as (
        select unixepoch(s.answered_at) - unixepoch(s.created_at) as seconds, s.answered_by, ${REACHED_BY} as reached_by
        from ${shopOrders} s indexed by shop_orders_created_at cross join ${orders} o on o.id = s.order_id
        where ${within(days.recent, sql`s.created_at`)} and s.answered_by in ('florist', 'admin') and o.is_sample = 0),
      counted as (select seconds, null as reached_by from answer union all
        select seconds, reached_by from answer where answered_by = 'florist'),
      ranked as (select reached_by, seconds, row_number() over (partition by reached_by order by seconds) as at,
        count(*) over (partition by reached_by) as total from counted)
      select reached_by as "reachedBy", max(total) as answers, cast(round(avg(seconds)) as integer) as "medianSeconds"
      from ranked where at in ((total + 1) / 2, (total + 2) / 2) group by reached_by`),
  ] as const
}

type Results<Statements extends readonly unknown[]> = {
  -readonly [At in keyof Statements]: Awaited<Statements[At]>
}

/** Shapes the rows of {@link readFigures}. */
export function figuresOf(
  [sold, [counts], [promised], answers]: Results<ReturnType<typeof readFigures>>,
  now: Date,
) {
  const [today = NOTHING_SOLD, ...before] = sold.toSorted((one, other) => one.week - other.week)
  // A weekday before the first sale would make the usual one worse than it is.
  const { sameWeekdays } = dashboardDays(now)
  const compared = before.filter((_, at) => sameWeekdays[at]?.some(({ to }) => (today.since ?? to) < to))
  const mean = (amounts: readonly number[]) =>
    amounts.reduce((sum, amount) => sum + amount, 0) / amounts.length
  return {
    today: {
      orders: today.orders,
      revenueCents: today.revenueCents,
      /** Those among them that agents had prepared; null: none was ever sold. */
      byAgents: counts?.hasAgents ? today.byAgents : null,
    },
    /** The mean of the same weekday in the last weeks, until the same time; null: there is none to compare with yet. */
    usual:
      compared.length === 0
        ? null
        : {
            weeks: compared.length,
            orders: Math.round(10 * mean(compared.map(({ orders }) => orders))) / 10,
            revenueCents: Math.round(mean(compared.map(({ revenueCents }) => revenueCents))),
          },
    open: cappedTotal(counts?.open),
    /** Late, in danger, or due within the hour without a florist's yes. */
    atRisk: cappedTotal(counts?.atRisk),
    late: cappedTotal(counts?.late),
    /** As {@link readPromised} reads them; shoppers are shown the same. */
    promised: promised ?? { due: 0, onTime: 0 },
    /** Florists' answers to the orders that they were given in the last days. */
    answered: {
      answers: 0,
      medianSeconds: null,
      ...medianOf(answers, null),
      /** The same of florists who were reached on each way; answers that an admin entered for them are not among these. */
      ways: WAYS.flatMap((reachedBy) => {
        const found = medianOf(answers, reachedBy)
        return found ? [{ reachedBy, ...found }] : []
      }),
    },
  }
}

const WAYS = ['push', 'text', 'mail'] as const satisfies Channel[]

function medianOf(
  rows: readonly ({ reachedBy: Channel | null } & Answers)[],
  way: Channel | null,
): Answers | null {
  const row = rows.find(({ reachedBy }) => reachedBy === way)
  return row ? { answers: row.answers, medianSeconds: row.medianSeconds } : null
}

const NOTHING_SOLD: Sold = { week: 0, orders: 0, byAgents: 0, revenueCents: 0, since: null }

/** The numbers beside the screens of the sidebar. */
export async function waitingCounts(db: Db, now: Date) {
  const since = new Date(now.getTime() - NEW_PROBLEM_MS).toISOString()
  const [counts] = await db.all<Record<'toAssign' | 'atRisk' | 'problems', number>>(sql`
    select ${cappedCount(TO_ASSIGN)} as "toAssign", ${atRisk(now)} as "atRisk",
      ${cappedCount(sql`from ${problems} where source = 'server' and last_at >= ${since}`)} as problems`)
  return {
    /** Paid orders without a shop. */
    toAssign: cappedTotal(counts?.toAssign),
    atRisk: cappedTotal(counts?.atRisk),
    /** Failures of the server in the last 24 hours. Anybody could make browsers report some. */
    problems: cappedTotal(counts?.problems),
  }
}

/** Counts the open orders that are late, in danger, or due within the hour without a florist's yes. */
function atRisk(now: Date): SQL<number> {
  const soon = new Date(now.getTime() + AT_RISK_MS).toISOString()
  return cappedCount(sql`${OPEN} and (
    id in (select order_id from ${orderChoices} where closed_at is null)
    or +promised_by < ${now.toISOString()}
    or +promised_by < ${soon} and not exists (select 1 from ${shopOrders} s
      where s.order_id = orders.id and s.withdrawn_at is null and s.status not in ('pending', 'rejected')))`)
}
