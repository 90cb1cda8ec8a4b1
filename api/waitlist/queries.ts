import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { newUuid } from '#api/platform/database/uuid.ts'
import { addMessage, type WaitlistMessage } from '#api/platform/outbox/outbox.ts'
import { type Counter, incrementCounter, isBelowLimit } from '#api/platform/rate-counters.ts'
import { markets, marketZipcodes, noOrdersReasonOf } from '#drizzle/schema/markets.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'

export type WaitlistEntry = typeof waitlist.$inferSelect

type Joining = {
  entry: Pick<
    WaitlistEntry,
    'id' | 'email' | 'mailbox' | 'city' | 'state' | 'zipCode' | 'story' | 'unsubscribeToken' | 'createdAt'
  >
  /** The owner's email address. */
  owner: string
  /** For the owner's notice only; it is not stored. */
  details: { productTitle?: string | undefined; address?: string | undefined }
  /** Attempts of one network address: beyond it nothing is stored. */
  attempts: Counter
  /** Receipts to one mailbox, to its domain, and to all: beyond any of them the entry is stored without a receipt. */
  receipts: { mailbox: Counter; domain: Counter; all: Counter }
  /** Notices to the owner: beyond it the entry stands on the waitlist only. */
  notices: Counter
}

/**
 * Puts a person on the waitlist and writes the two emails about it, in one batch. An entry for this email and ZIP stays
 * as it is, unless the person has unsubscribed or was notified: then it is renewed.
 * @returns whether the attempt was allowed, and whether an entry was added or renewed
 */
export async function addToWaitlist(
  db: Db,
  joining: Joining,
): Promise<{ allowed: boolean; joined: boolean }> {
  const { entry, owner, details, attempts, receipts, notices } = joining
  const { id, email, zipCode, createdAt: at } = entry
  const allowed = isBelowLimit(attempts)
  const known = sql`from ${waitlist} where lower(email) = lower(${email}) and zip_code = ${zipCode}`
  // The entry is written after the emails: for them this condition says whether it will be written.
  const isNew = sql`${allowed} and not exists (select 1 ${known} and unsubscribed_at is null and notified_at is null)`
  const payload = (more: object) =>
    sql`json_set(${JSON.stringify(more)}, '$.entryId', coalesce((select id ${known}), ${id}))`
  const mailboxHasRoom = sql`${isNew} and ${isBelowLimit(receipts.mailbox)}`
  const domainHasRoom = sql`${mailboxHasRoom} and ${isBelowLimit(receipts.domain)}`

  // Each limit is read before it is counted up, because counting uses it up.
  const [, , , , , , written, counted] = await db.batch([
    addMessage(
      db,
      { kind: 'waitlist-notice', about: id, recipient: owner, payload: payload(details) },
      at,
      sql`${isNew} and ${isBelowLimit(notices)}`,
    ),
    addMessage(
      db,
      { kind: 'waitlist-receipt', about: id, recipient: email, payload: payload({}) },
      at,
      sql`${domainHasRoom} and ${isBelowLimit(receipts.all)}`,
    ),
    incrementCounter(db, notices, isNew),
    incrementCounter(db, receipts.all, domainHasRoom),
    incrementCounter(db, receipts.domain, mailboxHasRoom),
    incrementCounter(db, receipts.mailbox, isNew),
    db.all<{ id: string }>(sql`
      insert into ${waitlist} (id, email, mailbox, city, state, zip_code, story, unsubscribe_token, created_at)
      select ${id}, ${email}, ${entry.mailbox}, ${entry.city}, ${entry.state}, ${zipCode}, ${entry.story}, ${entry.unsubscribeToken}, ${at}
      where ${allowed}
      on conflict (lower(email), zip_code) do update
        set city = excluded.city, state = excluded.state, story = excluded.story, unsubscribed_at = null, notified_at = null
        where unsubscribed_at is not null or notified_at is not null
      returning id`),
    incrementCounter(db, attempts),
  ])
  return { allowed: counted.length > 0, joined: written.length > 0 }
}

/**
 * Unsubscribes every entry of the mailbox that an unsubscribe link belongs to, in one batch.
 * @param misses counts only unknown links, so that people who share a network address can all use theirs
 * @returns whether the link is known; if not, whether this network address may try more unknown ones
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
    incrementCounter(db, misses, sql`not exists (${owner(sql`1`)})`),
    db.run(sql`
      update ${waitlist} set unsubscribed_at = ${at}
      where (lower(email) = (${owner(sql`lower(email)`)}) or mailbox = (${owner(sql`mailbox`)}))
        and unsubscribed_at is null`),
  ])
  return { known: found.length > 0, allowed: counted.length > 0 }
}

export async function waitlistEntry(db: Db, id: string): Promise<WaitlistEntry | null> {
  const [row] = await db.select().from(waitlist).where(eq(waitlist.id, id))
  return row ?? null
}

const OPENING: WaitlistMessage = 'waitlist-open'

/**
 * Writes an email to everybody who waits for one of these ZIP codes, one a person, and marks their entries as notified, in
 * one batch. Nothing is written unless all of the ZIP codes are served by markets that take orders.
 * @param zipCodes five digits each
 * @param at ISO instant
 * @returns the ZIP codes that no such market serves, and how many people get an email
 */
export async function announceOpening(
  db: Db,
  zipCodes: readonly string[],
  at: string,
): Promise<{ unserved: string[]; notified: number }> {
  const asked = sql`select value from json_each(${JSON.stringify(zipCodes)})`
  const unserved = sql`${asked} where value not in (
    select zipcode from ${marketZipcodes} z join ${markets} m on m.id = z.market_id where ${noOrdersReasonOf(sql`m`)} is null)`
  const waits = sql`unsubscribed_at is null and notified_at is null and substr(zip_code, 1, 5) in (${asked})
    and not exists (${unserved})`
  const [missing, written] = await db.batch([
    db.all<{ value: string }>(unserved),
    addOpeningEmails(db, waits, at),
    db.run(sql`update ${waitlist} set notified_at = ${at} where ${waits}`),
  ])
  return { unserved: missing.map(({ value }) => value), notified: written.rowsAffected }
}

/** The key contains the instant, so that somebody who joins again later can be notified again. */
function addOpeningEmails(db: Db, waits: SQL, at: string) {
  // Next to min(), SQLite takes plain columns from the person's first entry.
  return db.run(sql`
    insert into ${outbox} (id, kind, dedupe_key, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${newUuid}, ${OPENING}, ${OPENING} || ':' || id || ':' || ${at}, email,
      json_object('entryId', id, 'zipCodes', json(zips)), ${at}, ${at}, ${at}
    from (
      select id, email, min(created_at), json_group_array(distinct substr(zip_code, 1, 5)) as zips
      from ${waitlist} where ${waits} group by coalesce(mailbox, lower(email))
    )`)
}
