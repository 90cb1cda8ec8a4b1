import { randomBytes } from 'node:crypto'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import type { ReceiverKeys } from './decrypt.ts'
import { makeKeyPair } from './keys.ts'

const SCHEMA = `
  create table if not exists phones (
    seq integer primary key autoincrement, id text not null unique, name text not null, public_key text not null,
    private_key text not null, auth text not null, server_key text, gone integer not null default 0
  );
  create table if not exists rings (
    seq integer primary key autoincrement, id text not null, phone_id text not null, payload text not null, topic text,
    urgency text not null, ttl integer not null, rang integer not null, at text not null
  );
  create index if not exists rings_phone on rings (phone_id);
`
const AUTH_BYTES = 16
const ID_BYTES = 12

/** A browser that takes pushes. */
export interface Phone {
  id: string
  name: string
  /** The only key of a shop that may push to it; null: any may. */
  serverKey: string | null
  /** True once it was removed: its push service answers 410. */
  gone: boolean
}

/** A push that was taken for a phone. One that came twice is two with the same id. */
export interface Ring {
  id: string
  phoneId: string
  /** The text that the shop had encrypted. */
  payload: string
  topic: string | null
  urgency: string
  ttl: number
  /** False for one that was taken and got lost on its way. */
  rang: boolean
  /** ISO instant. */
  at: string
}

type NewRing = Omit<Ring, 'id' | 'at'>
type PhoneRow = { id: string; name: string; server_key: string | null; gone: number }
type KeysRow = { public_key: string; private_key: string; auth: string }
type RingRow = Omit<Ring, 'phoneId' | 'rang'> & { phone_id: string; rang: number }

/** The phones and their rings, in one SQLite file. */
export class Phones {
  readonly #database: StateFile

  constructor(file: string) {
    this.#database = openStateFile(file, SCHEMA)
  }

  /** Adds a phone with new keys. */
  add(name: string, serverKey: string | null): Phone {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const { publicKey, privateKey } = makeKeyPair()
    const auth = randomBytes(AUTH_BYTES).toString('base64url')
    this.#database
      .prepare(
        'insert into phones (id, name, public_key, private_key, auth, server_key) values (?, ?, ?, ?, ?, ?)',
      )
      .run(id, name, publicKey, privateKey, auth, serverKey)
    return { id, name, serverKey, gone: false }
  }

  get(id: string): Phone | undefined {
    const row = this.#database.prepare('select * from phones where id = ?').get(id)
    return row === undefined ? undefined : phoneOf(row as PhoneRow)
  }

  /** The keys of a phone. @throws when there is no such phone */
  keysOf(id: string): ReceiverKeys {
    const row = this.#database.prepare('select * from phones where id = ?').get(id) as KeysRow
    return { publicKey: row.public_key, privateKey: row.private_key, auth: row.auth }
  }

  /** The newest first. */
  list(): Phone[] {
    return (this.#database.prepare('select * from phones order by seq desc').all() as PhoneRow[]).map(phoneOf)
  }

  /** Ends a subscription, as a browser does whose data is cleared. False when there is none. */
  remove(id: string): boolean {
    return this.#database.prepare('update phones set gone = 1 where id = ?').run(id).changes > 0
  }

  /** Takes a push, which comes so many times. @returns its id */
  take(ring: NewRing, times: number): string {
    const id = randomBytes(ID_BYTES).toString('base64url')
    const { phoneId, payload, topic, urgency, ttl, rang } = ring
    const at = new Date().toISOString()
    const insert = this.#database.prepare(
      'insert into rings (id, phone_id, payload, topic, urgency, ttl, rang, at) values (?, ?, ?, ?, ?, ?, ?, ?)',
    )
    for (let n = 0; n < times; n++) insert.run(id, phoneId, payload, topic, urgency, ttl, rang ? 1 : 0, at)
    return id
  }

  /** The newest rings first, of all phones or of one. */
  rings(limit: number, phoneId?: string): Ring[] {
    const rows =
      phoneId === undefined
        ? this.#database.prepare('select * from rings order by seq desc limit ?').all(limit)
        : this.#database
            .prepare('select * from rings where phone_id = ? order by seq desc limit ?')
            .all(phoneId, limit)
    return (rows as RingRow[]).map(ringOf)
  }

  /** Forgets the rings; the phones stay. */
  clear(): void {
    this.#database.exec('delete from rings')
  }

  close(): void {
    this.#database.close()
  }
}

const phoneOf = ({ id, name, server_key, gone }: PhoneRow): Phone => ({
  id,
  name,
  serverKey: server_key,
  gone: gone === 1,
})

const ringOf = ({ id, phone_id, payload, topic, urgency, ttl, rang, at }: RingRow): Ring => ({
  id,
  phoneId: phone_id,
  payload,
  topic,
  urgency,
  ttl,
  rang: rang === 1,
  at,
})
