import { randomUUID } from 'node:crypto'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import type { Email, Message } from './email.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const SCHEMA = `
  create table if not exists messages (
    seq integer primary key autoincrement, id text not null unique, json text not null
  );
  create table if not exists sent_keys (
    key text primary key, body text not null, message_id text not null, created integer not null
  );
  create index if not exists sent_keys_age on sent_keys (created);
`

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
      return message.id
    })()
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

  #sentWith(key: string): { body: string; message_id: string } | undefined {
    return this.#database.prepare('select body, message_id from sent_keys where key = ?').get(key) as
      | { body: string; message_id: string }
      | undefined
  }
}

function parse(row: unknown): Message {
  return JSON.parse((row as { json: string }).json)
}
