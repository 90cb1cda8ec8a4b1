import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { addMessage } from '#api/platform/outbox/outbox.ts'
import { type Counter, countUp, hasRoom } from '#api/platform/rate-counters.ts'
import { waitlist } from '#drizzle/schema/messages.ts'

export type WaitlistEntry = typeof waitlist.$inferSelect

type Joining = {
  entry: Pick<
    WaitlistEntry,
    'id' | 'email' | 'mailbox' | 'city' | 'state' | 'zipCode' | 'story' | 'unsubscribeToken' | 'createdAt'
  >
  /** Where the notice goes. */
  owner: string
  /** For the owner's notice only; the waitlist does not keep it. */
  details: { productTitle?: string | undefined; address?: string | undefined }
  /** Tries of one address: beyond it nothing is stored. */
  tries: Counter
  /** Receipts to one mailbox, and to its domain: beyond either the entry is stored and no receipt is written. */
  receipts: { mailbox: Counter; domain: Counter }
  /** Notices about one person each: beyond it the digest is written, once for the time it covers. */
  notices: Counter
  digest: Digest
}

/** ISO instants; it covers `from` and what follows, up to and without `until`. */
export type Digest = { from: string; until: string }

/**
 * Puts a person on the waitlist and writes the two messages about it, in one batch. Whoever is on it already for this
 * ZIP stays as they are; whoever had unsubscribed or was told once is put back.
 * @returns whether this address may try now, and whether the person was put on the list now
 */
export async function addToWaitlist(
  db: Db,
  joining: Joining,
): Promise<{ allowed: boolean; joined: boolean }> {
  const { entry, owner, details, tries, receipts, notices, digest } = joining
  const { id, email, zipCode, createdAt: at } = entry
  const allowed = hasRoom(tries)
  const known = sql`from ${waitlist} where lower(email) = lower(${email}) and zip_code = ${zipCode}`
  // The entry is written last, so that until then this tells whether it will be written.
  const isNew = sql`${allowed} and not exists (select 1 ${known} and unsubscribed_at is null and notified_at is null)`
  const payload = (more: object) =>
    sql`json_set(${JSON.stringify(more)}, '$.entryId', coalesce((select id ${known}), ${id}))`
  const message = { about: id, orderId: null }
  const mailboxHasRoom = sql`${isNew} and ${hasRoom(receipts.mailbox)}`

  // Each limit is asked before it is counted: counting uses up the room.
  const [, , , , , , written, counted] = await db.batch([
    addMessage(
      db,
      { ...message, kind: 'waitlist-notice', recipient: owner, payload: payload(details) },
      at,
      sql`${isNew} and ${hasRoom(notices)}`,
    ),
    addMessage(
      db,
      {
        kind: 'waitlist-digest',
        about: digest.from,
        orderId: null,
        recipient: owner,
        payload: sql`${JSON.stringify(digest)}`,
        notBefore: digest.until,
      },
      at,
      sql`${isNew} and not ${hasRoom(notices)}`,
    ),
    addMessage(
      db,
      { ...message, kind: 'waitlist-receipt', recipient: email, payload: payload({}) },
      at,
      sql`${mailboxHasRoom} and ${hasRoom(receipts.domain)}`,
    ),
    countUp(db, notices, isNew),
    countUp(db, receipts.domain, mailboxHasRoom),
    countUp(db, receipts.mailbox, isNew),
    db.all<{ id: string }>(sql`
      insert into ${waitlist} (id, email, mailbox, city, state, zip_code, story, unsubscribe_token, created_at)
      select ${id}, ${email}, ${entry.mailbox}, ${entry.city}, ${entry.state}, ${zipCode}, ${entry.story}, ${entry.unsubscribeToken}, ${at}
      where ${allowed}
      on conflict (lower(email), zip_code) do update
        set city = excluded.city, state = excluded.state, story = excluded.story, unsubscribed_at = null, notified_at = null
        where unsubscribed_at is not null or notified_at is not null
      returning id`),
    countUp(db, tries),
  ])
  return { allowed: counted.length > 0, joined: written.length > 0 }
}

/** How many people joined for one ZIP code; its place as the newest of them wrote it. */
export type JoinedByZip = { zipCode: string; city: string; state: string; count: number }

/** How many people joined within a digest's time, by ZIP code, the most first. */
export function joinedWithin(db: Db, { from, until }: Digest): Promise<JoinedByZip[]> {
  // Beside max(), a plain column is that of the newest entry.
  return db.all<JoinedByZip>(sql`
    select substr(zip_code, 1, 5) as "zipCode", city, state, max(created_at), count(*) as count
    from ${waitlist} where created_at >= ${from} and created_at < ${until}
    group by 1 order by count desc, 1`)
}

/**
 * Takes the person whom an unsubscribe link belongs to off the waitlist: every entry of that mailbox, in one batch.
 * @param misses counts only links that nobody has: a link that was sent works however many people share an address
 * @returns whether the link is known; if not, whether this address may still come with unknown ones
 */
export async function unsubscribe(
  db: Db,
  token: string,
  at: string,
  misses: Counter,
): Promise<{ known: boolean; allowed: boolean }> {
  const owner = (what: SQL) => sql`select ${what} from ${waitlist} where unsubscribe_token = ${token}`
  const [found, counted] = await db.batch([
    db.all<{ id: string }>(owner(sql`id`)),
    countUp(db, misses, sql`not exists (${owner(sql`1`)})`),
    db.run(sql`
      update ${waitlist} set unsubscribed_at = ${at}
      where (lower(email) = (${owner(sql`lower(email)`)}) or mailbox = (${owner(sql`mailbox`)}))
        and unsubscribed_at is null`),
  ])
  return { known: found.length > 0, allowed: counted.length > 0 }
}

/** An entry by id. */
export async function waitlistEntry(db: Db, id: string): Promise<WaitlistEntry | null> {
  const [row] = await db.select().from(waitlist).where(eq(waitlist.id, id))
  return row ?? null
}
