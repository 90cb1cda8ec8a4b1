import type Stripe from 'stripe'
import { openStateFile, type StateFile } from '#local/state-file.ts'

/** The parts of a checkout session that never leave it as such. Its id is the session's. */
export interface Checkout {
  id: string
  lines: Stripe.LineItem[]
  /** The picture and description that the page shows of each line, by position. */
  products: { picture: string | null; description: string | null }[]
  /** The metadata for the payment intent. */
  intentMetadata: Stripe.Metadata
  intentDescription: string | null
  receiptEmail: string | null
  statementDescriptorSuffix: string | null
  /** Made with the first card tried; the session names it once it is complete. */
  paymentIntent: string | null
  /** The form that completed the session, so that its second submission is recognised. */
  completedBy: string | null
}

export interface Objects {
  session: Stripe.Checkout.Session
  payment_intent: Stripe.PaymentIntent
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  event: StoredEvent
  checkout: Checkout
}
export type Kind = keyof Objects

/** Stripe's event with its object left open: the library's own type is a union of hundreds. */
export interface StoredEvent {
  id: string
  object: 'event'
  api_version: string
  created: number
  data: { object: object }
  livemode: false
  pending_webhooks: number
  request: { id: string | null; idempotency_key: string | null }
  type: string
}

export type Condition =
  | { field: string; is: '=' | '<' | '<=' | '>' | '>='; value: string | number }
  | { field: string; is: 'in'; value: string[] }

export interface Page {
  where?: Condition[]
  limit: number
  after?: string | undefined
  before?: string | undefined
}

const SCHEMA = `
  create table if not exists objects (
    seq integer primary key autoincrement, kind text not null, id text not null, json text not null,
    due integer, unique (kind, id)
  );
  create index if not exists objects_newest on objects (kind, seq);
  create index if not exists sessions_due on objects (due) where due is not null;
  create table if not exists idempotency (
    key text primary key, path text not null, params text not null, status integer not null, body text not null,
    request_id text not null, created integer not null
  );
  create index if not exists idempotency_age on idempotency (created);
  create table if not exists deliveries (
    event_id text primary key, state text not null, attempts integer not null, next_at integer not null,
    copies integer not null, by_hand integer not null, last_status integer, last_error text
  );
  create index if not exists deliveries_due on deliveries (state, next_at);
`

/** Everything the payment stand-in knows, in one SQLite file. Objects are kept as the JSON they are answered with. */
export class Store {
  readonly database: StateFile

  constructor(file: string) {
    this.database = openStateFile(file, SCHEMA)
  }

  /** All or nothing. Not to be nested. */
  transaction<Result>(work: () => Result): Result {
    return this.database.transaction(work).immediate()
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const row = this.database.prepare('select json from objects where kind = ? and id = ?').get(kind, id)
    return row === undefined ? undefined : parse<K>(row)
  }

  put<K extends Kind>(kind: K, object: Objects[K]): void {
    const due =
      'status' in object && object.status === 'open' && 'expires_at' in object ? object.expires_at : null
    this.database
      .prepare(
        `insert into objects (kind, id, json, due) values (?, ?, ?, ?)
         on conflict (kind, id) do update set json = excluded.json, due = excluded.due`,
      )
      .run(kind, object.id, JSON.stringify(object), due)
  }

  /** The open sessions whose time is over at `now`, in seconds. */
  overdueSessions(now: number): Stripe.Checkout.Session[] {
    const rows = this.database.prepare('select json from objects where due <= ? order by due').all(now)
    return rows.map((row) => parse<'session'>(row))
  }

  /** One page, newest first. `after` and `before` are ids of this kind, left out of the answer. */
  list<K extends Kind>(kind: K, page: Page): { data: Objects[K][]; hasMore: boolean } {
    const backwards = page.before !== undefined
    const clauses = ['kind = ?']
    const values: (string | number)[] = [kind]
    for (const { field, is, value } of page.where ?? []) {
      const found = [value].flat()
      clauses.push(`json_extract(json, '$.${field}') ${is} (${found.map(() => '?').join()})`)
      values.push(...found)
    }
    const cursor = page.after ?? page.before
    if (cursor !== undefined) {
      clauses.push(`seq ${backwards ? '>' : '<'} (select seq from objects where kind = ? and id = ?)`)
      values.push(kind, cursor)
    }
    const sql = `select json from objects where ${clauses.join(' and ')} order by seq ${backwards ? 'asc' : 'desc'} limit ?`
    const rows = this.database.prepare(sql).all(...values, page.limit + 1)
    const data = rows.slice(0, page.limit).map((row) => parse<K>(row))
    return { data: backwards ? data.reverse() : data, hasMore: rows.length > page.limit }
  }

  count(kind: Kind): number {
    const row = this.database.prepare('select count(*) as n from objects where kind = ?').get(kind)
    return (row as { n: number }).n
  }

  close(): void {
    this.database.close()
  }
}

function parse<K extends Kind>(row: unknown): Objects[K] {
  return JSON.parse((row as { json: string }).json)
}
