import { randomUUID } from 'node:crypto'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import { type EventType, eventBody, reportsFor } from './events.ts'
import type { Report, Text } from './text.ts'

const SCHEMA = `
  create table if not exists texts (
    seq integer primary key autoincrement, id text not null unique, direction text not null, phone text not null,
    text text not null, created_at text not null
  );
  create table if not exists blocks (phone text primary key);
  create table if not exists events (
    seq integer primary key autoincrement, id text not null, text_id text not null, type text not null, body text not null,
    state text not null default 'waiting', attempts integer not null default 0, next_at integer not null, result text
  );
  create index if not exists events_due on events (state, next_at);
  create index if not exists events_text on events (text_id);
`

/** An event for the webhook. `body` is what is posted; `next_at` in milliseconds of the epoch. Events with one id are repeats. */
export interface StoredEvent {
  seq: number
  id: string
  text_id: string
  type: EventType
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  next_at: number
  /** The result of the last attempt; null before the first. */
  result: string | null
}

// Whole texts on which the real service blocks a number, or lets us write to it again, by itself.
const STOP = /^\s*(?:stop|stopall|stop all|unsubscribe|cancel|end|quit)\s*$/i
const START = /^\s*(?:start|unstop)\s*$/i

/** Everything that was texted, in one SQLite file. */
export class Phones {
  readonly #database: StateFile
  readonly #from: string

  /** @param from the shop's number */
  constructor(file: string, from: string) {
    this.#database = openStateFile(file, SCHEMA)
    this.#from = from
  }

  /**
   * Takes a text of the shop in, and makes the reports about it. There is no key: the same text twice is two.
   * @returns its id; null when its reader has texted STOP
   */
  accept(to: string, text: string, report: Report, lateMs?: number): string | null {
    return this.#database.transaction(() => {
      if (this.isBlocked(to)) return null
      const message = this.#add('outbound', to, text)
      for (const { status, times, ms } of reportsFor(report, lateMs)) {
        this.#addEvent('message.finalized', message, status, { times, ms })
      }
      return message.id
    })()
  }

  /** Takes in what somebody texts the shop. @param times how often its event is posted */
  receive(from: string, text: string, times = 1): Text {
    return this.#database.transaction(() => {
      if (STOP.test(text)) this.#database.prepare('insert or ignore into blocks (phone) values (?)').run(from)
      if (START.test(text)) this.#database.prepare('delete from blocks where phone = ?').run(from)
      const message = this.#add('inbound', from, text)
      this.#addEvent('message.received', message, 'delivered', { times })
      return message
    })()
  }

  /** True once a number has texted STOP: the service takes nothing to it. */
  isBlocked(phone: string): boolean {
    return this.#database.prepare('select 1 from blocks where phone = ?').get(phone) !== undefined
  }

  /** Reports the fate of a text once more. False when there is no such text of the shop. */
  report(id: string, report: Report, lateMs?: number): boolean {
    const message = this.#get(id)
    if (message?.direction !== 'outbound') return false
    for (const { status, times, ms } of reportsFor(report, lateMs)) {
      this.#addEvent('message.finalized', message, status, { times, ms })
    }
    return true
  }

  /** Every event, oldest first. */
  events(): StoredEvent[] {
    return this.#database.prepare('select * from events order by seq').all() as StoredEvent[]
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
    seq: number,
    { state, result, nextAt }: { state: string; result: string; nextAt: number },
  ): void {
    this.#database
      .prepare('update events set attempts = attempts + 1, state = ?, result = ?, next_at = ? where seq = ?')
      .run(state, result, nextAt, seq)
  }

  /** The newest texts first. */
  list(limit: number): Text[] {
    return this.#database
      .prepare(`select ${COLUMNS} from texts order by seq desc limit ?`)
      .all(limit) as Text[]
  }

  /** Empties all conversations. What somebody has stopped stays so. */
  clear(): void {
    this.#database.exec('delete from texts')
  }

  close(): void {
    this.#database.close()
  }

  #get(id: string): Text | undefined {
    return this.#database.prepare(`select ${COLUMNS} from texts where id = ?`).get(id) as Text | undefined
  }

  #add(direction: Text['direction'], phone: string, text: string): Text {
    const message: Text = { id: randomUUID(), direction, phone, text, createdAt: new Date().toISOString() }
    this.#database
      .prepare('insert into texts (id, direction, phone, text, created_at) values (?, ?, ?, ?, ?)')
      .run(message.id, direction, phone, text, message.createdAt)
    return message
  }

  #addEvent(type: EventType, message: Text, status: string, { times = 1, ms = 0 }): void {
    const at = new Date()
    const id = randomUUID()
    const body = JSON.stringify(eventBody(id, type, { from: this.#from, message, status }, at))
    for (let n = 0; n < times; n++) {
      this.#database
        .prepare('insert into events (id, text_id, type, body, next_at) values (?, ?, ?, ?, ?)')
        .run(id, message.id, type, body, at.getTime() + ms)
    }
  }
}

const COLUMNS = 'id, direction, phone, text, created_at as createdAt'
