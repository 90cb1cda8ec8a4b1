import type Stripe from 'stripe'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import type { StoredEvent } from './events.ts'
import type { Charge, Dispute, PaymentIntent, Refund, Session } from './shapes.ts'

/** The parts of a checkout session that never leave it as such. Its id is the session's. */
export interface Checkout {
  id: string
  /** `amount` of the whole line, in cents. */
  lines: {
    name: string
    description: string | null
    picture: string | null
    quantity: number
    amount: number
  }[]
  /** The metadata for the payment intent. */
  intentMetadata: Stripe.Metadata
  /** Made with the first card tried; the session names it once it is complete. */
  paymentIntent: string | null
  /** The form that completed the session, so that its second submission is recognized. */
  completedBy: string | null
}

export interface Objects {
  session: Session
  payment_intent: PaymentIntent
  charge: Charge
  refund: Refund
  dispute: Dispute
  event: StoredEvent
  checkout: Checkout
}
export type Kind = keyof Objects

export interface Page {
  /** Fields that have to have a value. */
  where?: Record<string, string | undefined>
  /** The oldest that counts, in seconds. */
  createdFrom?: number | undefined
  limit: number
  /** The id of the one before the page. */
  after?: string | undefined
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
  overdueSessions(now: number): Session[] {
    const rows = this.database.prepare('select json from objects where due <= ? order by due').all(now)
    return rows.map((row) => parse<'session'>(row))
  }

  /** One page, newest first. */
  list<K extends Kind>(kind: K, page: Page): { data: Objects[K][]; hasMore: boolean } {
    const clauses = ['kind = ?']
    const values: (string | number)[] = [kind]
    for (const [field, value] of Object.entries(page.where ?? {})) {
      if (value === undefined) continue
      clauses.push(`json_extract(json, '$.${field}') = ?`)
      values.push(value)
    }
    if (page.createdFrom !== undefined) {
      clauses.push("json_extract(json, '$.created') >= ?")
      values.push(page.createdFrom)
    }
    if (page.after !== undefined) {
      clauses.push('seq < (select seq from objects where kind = ? and id = ?)')
      values.push(kind, page.after)
    }
    const sql = `select json from objects where ${clauses.join(' and ')} order by seq desc limit ?`
    const rows = this.database.prepare(sql).all(...values, page.limit + 1)
    return { data: rows.slice(0, page.limit).map((row) => parse<K>(row)), hasMore: rows.length > page.limit }
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
