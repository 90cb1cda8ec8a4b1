import { type Circumstances, MARKET } from './circumstances.ts'
import { dateOf } from './places.ts'
import type { Simulation } from './simulation.ts'

// Promises to florists and buyers are judged here from the rows alone: nothing here asks the code that is looked at.

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** The scheduled work runs once a minute, and a run may be late. */
const LAST_RUNS = 2 * MINUTE
const NEXT_FLORIST_AFTER_NO = 10_000
const NEXT_FLORIST_AFTER_DEADLINE = 120_000

type Row = Record<string, unknown>
/** The ids of shops by that of an order. */
type Askable = ReadonlyMap<string, readonly string[]>
const NOBODY: Askable = new Map()
type Choice = { promisedBy: number; openedAt: number; answered: boolean }
/** Times in milliseconds, by what they are the time of. */
export type Measured = { afterNo: number[]; afterDeadline: number[]; beforePromise: number[] }

const OPEN = "('pending', 'processing', 'confirmed')"

/** When the buyer of an order last agreed to a new promise. */
const agreedAt = (
  orderId: string,
) => `(select max(c.closed_at) from order_choices c where c.order_id = ${orderId}
  and c.outcome in ('wait', 'day'))`

/** Orders for which somebody waits, with the shop order that is live and whether the system may assign them. */
const AWAITED = `select o.id, o.order_reference, o.promised_by, o.delivery_option as option, so.status as florist,
    ${agreedAt('o.id')} as agreed_at,
    exists (select 1 from order_flags f where f.order_id = o.id and f.kind = 'over_capacity' and f.resolved_at is null) as over,
    exists (select 1 from order_choices c where c.order_id = o.id and c.closed_at is null) as in_danger,
    o.status in ('pending', 'confirmed') and o.paid_at >= substr(m.assigns_since, 1, 19) and m.assigns_automatically = 1
      and not exists (select 1 from order_flags f where f.order_id = o.id and f.resolved_at is null)
      and not exists (select 1 from order_choices c where c.order_id = o.id and c.closed_at is null and c.offered_at is not null)
      and not exists (select 1 from order_events e where e.order_id = o.id and e.kind = 'unassigned' and e.actor = 'admin'
        and e.data ->> 'reassigned' is null) as for_system
  from orders o join markets m on m.id = o.market_id
  left join shop_orders so on so.order_id = o.id and so.withdrawn_at is null and so.status <> 'rejected'
  where o.market_id = ? and o.payment_status = 'paid' and o.status in ${OPEN} and o.is_sample = 0`

/** The work of the market's shops. */
const WORK = `select so.shop_id, o.id, o.promised_by, o.delivery_option as option from shop_orders so
  join orders o on o.id = so.order_id where so.withdrawn_at is null and so.status <> 'rejected'
  and o.status <> 'cancelled' and o.payment_status <> 'refunded' and o.is_sample = 0`

const TWO_LIVE = `select order_id as id from shop_orders where withdrawn_at is null and status <> 'rejected'
  group by order_id having count(*) > 1`

const SHOPS = `select id, json_extract(weekday_capacity, '$."0"') as per_day, hourly_capacity as per_hour from shops
  where market_id = ? and active = 1 and email is not null`

/** When something is to happen by itself, with `now` as the end of what is over. */
const DUE = `select min(due) as due from (
  select so.answer_by as due from shop_orders so join orders o on o.id = so.order_id where so.status = 'pending'
    and so.withdrawn_at is null and o.payment_status = 'paid' and o.status in ${OPEN}
  union all
  select strftime('%Y-%m-%dT%H:%M:%fZ', o.promised_by, '-' || m.fulfilment_minutes || ' minutes')
    from orders o join markets m on m.id = o.market_id where o.payment_status = 'paid' and o.status in ${OPEN}
    and not exists (select 1 from order_choices c where c.order_id = o.id and c.closed_at is null)
  union all
  select strftime('%Y-%m-%dT%H:%M:%fZ', min(julianday(c.opened_at) + m.offers_choice_after_minutes / 1440.0,
      julianday(o.promised_by) - 2 / 1440.0)) from order_choices c join orders o on o.id = c.order_id
    join markets m on m.id = o.market_id where c.closed_at is null and c.offered_at is null
      and m.offers_choice_after_minutes is not null
  union all
  select expires_at from order_choices where closed_at is null
  union all
  select expires_at from order_substitutions where closed_at is null
  union all
  select next_attempt_at from outbox where status = 'pending') where due > ?`

/** Watches one run; `faults` are lines. */
export class PromiseWatch {
  readonly faults: string[] = []
  readonly measured: Measured = { afterNo: [], afterDeadline: [], beforePromise: [] }
  readonly #simulation: Simulation
  readonly #circumstances: Circumstances
  readonly #choices = new Map<string, Choice>()
  /** The scheduled runs in which the database answered: when they began and ended. */
  readonly #runs: [number, number][] = []
  /** The shops that the system could ask before a step, of orders that may have no florist after it. */
  #couldBeAsked: Askable = new Map()
  #from = ''

  constructor(simulation: Simulation, circumstances: Circumstances) {
    this.#simulation = simulation
    this.#circumstances = circumstances
  }

  /** When something falls due next after an instant (ms); null: nothing does. */
  async nextDue(after: number): Promise<number | null> {
    const [row] = await this.#simulation.rows(DUE, new Date(after).toISOString())
    return row?.['due'] ? Date.parse(String(row['due'])) : null
  }

  /** Before a step, while nobody acts. */
  async before(): Promise<void> {
    this.#from = this.#simulation.deps.clock.now().toISOString()
    this.#couldBeAsked = await this.#askable((row) => row['florist'] === null || row['florist'] === 'pending')
  }

  /**
   * After a step, while nobody acts.
   * @param kind a scheduled run, or what people did
   * @param answered whether the database answered everything
   */
  async after(kind: 'scheduled' | 'people', answered: boolean): Promise<void> {
    const now = this.#simulation.scheduler.time.now
    const from = Date.parse(this.#from)
    if (kind === 'scheduled' && answered) this.#runs.push([from, now])
    await this.#measureNext(kind, answered)
    if (kind === 'scheduled' && answered) await this.#scheduledRun(from)
    await this.#follow(answered, now)
    for (const { id } of await this.#simulation.rows(TWO_LIVE))
      this.faults.push(`two live offers: ${String(id)}`)
  }

  /** Measures the time until the next florist was asked. */
  async #measureNext(kind: 'scheduled' | 'people', answered: boolean): Promise<void> {
    const { rows } = this.#simulation
    const nos = await rows(
      `select e.order_id, e.actor, e.created_at, so.answer_by from order_events e
        join shop_orders so on so.id = e.data ->> 'shopOrderId' join shops s on s.id = so.shop_id
        where e.kind in ('declined', 'unanswered', 'shop_set_declined') and e.created_at >= ? and s.market_id = ?`,
      this.#from,
      MARKET,
    )
    const askable = nos.length > 0 ? await this.#askable((row) => row['florist'] === null) : NOBODY
    for (const no of nos) {
      const bySystem = no['actor'] === 'system'
      const orderId = String(no['order_id'])
      const [next] = await rows(
        `select created_at from order_events where order_id = ? and kind = 'assigned' and actor = 'system'
          and created_at >= ? order by rowid limit 1`,
        orderId,
        String(no['created_at']),
      )
      const since = Date.parse(String(bySystem ? no['answer_by'] : no['created_at']))
      if (next) {
        const ms = Date.parse(String(next['created_at'])) - since
        const most = bySystem ? NEXT_FLORIST_AFTER_DEADLINE : NEXT_FLORIST_AFTER_NO
        if (!answered || since < this.#start) continue
        this.measured[bySystem ? 'afterDeadline' : 'afterNo'].push(ms)
        if (ms > most) this.faults.push(`the next florist was asked after ${ms} ms by ${orderId} (${kind})`)
      } else if (answered && this.#stayedFree(orderId, askable)) {
        this.faults.push(`no next florist was asked after a ${bySystem ? 'deadline' : 'no'}: ${orderId}`)
      }
    }
  }

  /** Since when every minute in which something is due has a scheduled run. */
  #start = Number.POSITIVE_INFINITY
  begin(): void {
    this.#start = this.#simulation.scheduler.time.now
  }

  /** Checks the rows after scheduled work during which the database answered. */
  async #scheduledRun(from: number): Promise<void> {
    const { rows } = this.#simulation
    const at = new Date(from).toISOString()
    const silent = await rows(
      `select so.id from shop_orders so join orders o on o.id = so.order_id where so.status = 'pending'
        and so.withdrawn_at is null and so.answer_by <= ? and o.payment_status = 'paid' and o.status in ${OPEN}`,
      at,
    )
    for (const { id } of silent) this.faults.push(`a deadline passed unnoticed: ${String(id)}`)
    const left = await this.#askable((row) => row['florist'] === null)
    for (const id of left.keys()) {
      if (this.#stayedFree(id, left)) this.faults.push(`no florist was asked by the scheduled run: ${id}`)
    }
    for (const row of await rows(AWAITED, MARKET)) {
      const [promised, lead] = [
        Date.parse(String(row['promised_by'])),
        this.#circumstances.fulfilmentMinutes * MINUTE,
      ]
      // With less time than it takes, what was agreed to is in danger only once it has passed.
      const isShort = row['agreed_at'] !== null && promised - Date.parse(String(row['agreed_at'])) < lead
      const isDue = isShort ? promised : promised - lead
      const isOld = promised < from - DAY
      const isKept = !['pending', null].includes(row['florist'] as string | null)
      if (row['in_danger'] === 1 || isKept || isOld) continue
      if (row['over'] === 1 || isDue < from) {
        this.faults.push(`a promise in danger that nobody sees: ${String(row['order_reference'])}`)
      }
    }
    const overdue = await rows(
      `select c.id from order_choices c join orders o on o.id = c.order_id left join shop_orders so on so.order_id = o.id
        and so.withdrawn_at is null and so.status <> 'rejected' where c.closed_at is null and c.expires_at <= ?
        and o.payment_status = 'paid' and o.status in ${OPEN} and so.status is not 'ready'`,
      at,
    )
    for (const { id } of overdue) this.faults.push(`a choice that expired stays open: ${String(id)}`)
    const unanswered = await rows(
      'select id from order_substitutions where closed_at is null and expires_at <= ?',
      at,
    )
    for (const { id } of unanswered) this.faults.push(`a question that expired stays open: ${String(id)}`)
  }

  /** Follows the choices that are open, and judges those whose promised time has passed. */
  async #follow(answered: boolean, now: number): Promise<void> {
    const { rows } = this.#simulation
    const open = await rows(
      `select c.id, c.opened_at, o.promised_by from order_choices c join orders o on o.id = c.order_id
        where c.closed_at is null and o.market_id = ?`,
      MARKET,
    )
    for (const { id, opened_at, promised_by } of open) {
      if (this.#choices.has(String(id))) continue
      const openedAt = Date.parse(String(opened_at))
      this.#choices.set(String(id), {
        promisedBy: Date.parse(String(promised_by)),
        openedAt,
        answered: openedAt >= this.#start,
      })
    }
    for (const [id, choice] of this.#choices) {
      if (!answered) choice.answered = false
      if (choice.promisedBy > now) continue
      this.#choices.delete(id)
      await this.#judge(id, choice)
    }
  }

  async #judge(id: string, { promisedBy, openedAt, answered }: Choice): Promise<void> {
    const minutes = this.#circumstances.offersAfterMinutes
    if (minutes === null || !answered) return
    const due = Math.max(openedAt, Math.min(openedAt + minutes * MINUTE, promisedBy - LAST_RUNS))
    if (!this.#runs.some(([start, end]) => start >= due && end < promisedBy)) return
    const { rows } = this.#simulation
    const [found] = await rows(
      `select c.closed_at, (select min(created_at) from outbox where kind = 'promise-choice'
        and payload ->> 'choiceId' = c.id) as written_at from order_choices c where c.id = ?`,
      id,
    )
    const written = found?.['written_at'] ? Date.parse(String(found['written_at'])) : null
    const closed = found?.['closed_at'] ? Date.parse(String(found['closed_at'])) : null
    if (written !== null && written < promisedBy) this.measured.beforePromise.push(promisedBy - written)
    else if (found && (closed === null || closed >= promisedBy)) {
      this.faults.push(`a broken promise of which the buyer heard too late, or not at all: ${id}`)
    }
  }

  /** True if one shop had room for an order before the step and has it after it. */
  #stayedFree(orderId: string, now: Askable): boolean {
    const before = this.#couldBeAsked.get(orderId) ?? []
    return before.some((shop) => now.get(orderId)?.includes(shop))
  }

  /** The orders that the system has to assign, with the shops that have room for them. @param withFlorist of which of them */
  async #askable(withFlorist: (row: Row) => boolean): Promise<Askable> {
    const { rows, scheduler } = this.#simulation
    const { assigns, fulfilmentMinutes } = this.#circumstances
    if (!assigns) return NOBODY
    const [awaited, shops, work] = [await rows(AWAITED, MARKET), await rows(SHOPS, MARKET), await rows(WORK)]
    const asked = await rows(
      `select order_id, shop_id from shop_orders a where created_at > coalesce(${agreedAt('a.order_id')}, '')`,
    )
    const isHourly = (row: Row) => row['option'] === 'hour' || row['option'] === 'few-hours'
    const isFree = (shop: Row, order: Row) => {
      if (asked.some(({ order_id, shop_id }) => order_id === order['id'] && shop_id === shop['id']))
        return false
      const own = work.filter(({ shop_id, id }) => shop_id === shop['id'] && id !== order['id'])
      const due = String(order['promised_by'])
      const sameDay = own.filter(({ promised_by }) => dateOf(String(promised_by)) === dateOf(due))
      const sameHour = own.filter(
        (each) => isHourly(each) && String(each['promised_by']).slice(0, 13) === due.slice(0, 13),
      )
      const [perDay, perHour] = [shop['per_day'], shop['per_hour']]
      const fitsHour = perHour === null || !isHourly(order) || sameHour.length < Number(perHour)
      return (perDay === null || sameDay.length < Number(perDay)) && fitsHour
    }
    const isInTime = (row: Row) =>
      Date.parse(String(row['promised_by'])) > scheduler.time.now + (fulfilmentMinutes + 1) * MINUTE
    return new Map(
      awaited
        .filter((row) => row['for_system'] === 1 && withFlorist(row) && isInTime(row))
        .map((row) => [
          String(row['id']),
          shops.filter((shop) => isFree(shop, row)).map(({ id }) => String(id)),
        ]),
    )
  }
}
