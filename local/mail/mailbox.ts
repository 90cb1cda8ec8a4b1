import { randomUUID } from 'node:crypto'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import type { Email, Message } from './email.ts'
import { type EventType, eventBody, eventsFor } from './events.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const SCHEMA = `
  create table if not exists messages (
    seq integer primary key autoincrement, id text not null unique, json text not null
  );
  create table if not exists sent_keys (
    key text primary key, body text not null, message_id text not null, created integer not null
  );
  create index if not exists sent_keys_age on sent_keys (created);
  create table if not exists events (
    seq integer primary key autoincrement, id text not null unique, message_id text not null, type text not null,
    body text not null, state text not null default 'waiting', attempts integer not null default 0,
    next_at integer not null, result text
  );
  create index if not exists events_due on events (state, next_at);
  create index if not exists events_message on events (message_id);
`

/** An event for the webhook. `body` is what is posted; `next_at` in milliseconds of the epoch. */
export interface StoredEvent {
  id: string
  message_id: string
  type: EventType
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  next_at: number
  /** The result of the last attempt; null before the first. */
  result: string | null
}

/** Everything that was sent, in one SQLite file. */
export class Mailbox {
  readonly #database: StateFile

  constructor(file: string) {
    this.#database = openStateFile(file, SCHEMA)
  }

  /**
   * Takes an email in. With a key it is taken once in 24 hours: again with the same `body` it answers the first one's
   * id, with another one `null`.
   */
  accept(email: Email, key: string | null, body: string): string | null {
    return this.#database.transaction(() => {
      const now = Date.now()
      this.#database.prepare('delete from sent_keys where created <= ?').run(now - DAY_MS)
      const sent = key === null ? undefined : this.#sentWith(key)
      if (sent) return sent.body === body ? sent.message_id : null
      const message: Message = { ...email, id: randomUUID(), createdAt: new Date(now).toISOString() }
      this.#database
        .prepare('insert into messages (id, json) values (?, ?)')
        .run(message.id, JSON.stringify(message))
      if (key !== null) {
        this.#database
          .prepare('insert into sent_keys (key, body, message_id, created) values (?, ?, ?, ?)')
          .run(key, body, message.id, now)
      }
      for (const type of eventsFor(message)) this.#addEvent(type, message)
      return message.id
    })()
  }

  /** Adds an event to a message. False when there is no such message. */
  addEvent(id: string, type: EventType): boolean {
    const message = this.get(id)
    if (message) this.#addEvent(type, message)
    return message !== undefined
  }

  /** Every event, oldest first. */
  events(): StoredEvent[] {
    return this.#database.prepare('select * from events order by seq').all() as StoredEvent[]
  }

  /** The events of one message, oldest first. */
  eventsOf(messageId: string): StoredEvent[] {
    return this.#database
      .prepare('select * from events where message_id = ? order by seq')
      .all(messageId) as StoredEvent[]
  }

  dueEvents(now: number, limit: number): StoredEvent[] {
    return this.#database
      .prepare("select * from events where state = 'waiting' and next_at <= ? order by seq limit ?")
      .all(now, limit) as StoredEvent[]
  }

  nextEventAfter(now: number): number | null {
    const sql = "select min(next_at) as next from events where state = 'waiting' and next_at > ?"
    return (this.#database.prepare(sql).get(now) as { next: number | null }).next
  }

  noteAttempt(
    id: string,
    { state, result, nextAt }: { state: string; result: string; nextAt: number },
  ): void {
    this.#database
      .prepare('update events set attempts = attempts + 1, state = ?, result = ?, next_at = ? where id = ?')
      .run(state, result, nextAt, id)
  }

  get(id: string): Message | undefined {
    const row = this.#database.prepare('select json from messages where id = ?').get(id)
    return row === undefined ? undefined : parse(row)
  }

  /** The newest messages first. */
  list(limit: number): Message[] {
    return this.#database.prepare('select json from messages order by seq desc limit ?').all(limit).map(parse)
  }

  count(): number {
    return (this.#database.prepare('select count(*) as n from messages').get() as { n: number }).n
  }

  /** Empties the inbox. Keys stay: a message that was cleared was sent all the same. */
  clear(): void {
    this.#database.exec('delete from messages')
  }

  close(): void {
    this.#database.close()
  }

  #addEvent(type: EventType, message: Message): void {
    const now = new Date()
    this.#database
      .prepare('insert into events (id, message_id, type, body, next_at) values (?, ?, ?, ?, ?)')
      .run(
        `msg_${randomUUID().replaceAll('-', '')}`,
        message.id,
        type,
        JSON.stringify(eventBody(type, message, now)),
        now.getTime(),
      )
  }

  #sentWith(key: string): { body: string; message_id: string } | undefined {
    return this.#database.prepare('select body, message_id from sent_keys where key = ?').get(key) as
      | { body: string; message_id: string }
      | undefined
  }
}

function parse(row: unknown): Message {
  return JSON.parse((row as { json: string }).json)
}
