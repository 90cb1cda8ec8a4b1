import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { newUuid, type WaitlistMessage } from '#api/platform/outbox/outbox.ts'
import { markets, marketZipcodes } from '#drizzle/schema/markets.ts'
import { outbox, waitlist } from '#drizzle/schema/messages.ts'

const KIND: WaitlistMessage = 'waitlist-open'

/**
 * Writes to everybody who still waits for one of these ZIP codes, one message a person, and stamps their entries, in
 * one batch: whoever comes second finds the stamps. Nothing is written unless all of the ZIP codes are served by
 * markets that take orders.
 * @param zipCodes five digits each
 * @param at ISO instant
 * @returns the ZIP codes that no such market serves, and how many people are written to
 */
export async function announceOpening(
  db: Db,
  zipCodes: readonly string[],
  at: string,
): Promise<{ unserved: string[]; notified: number }> {
  const asked = sql`select value from json_each(${JSON.stringify(zipCodes)})`
  const unserved = sql`${asked} where value not in (
    select zipcode from ${marketZipcodes} z join ${markets} m on m.id = z.market_id where m.paused_reason is null)`
  const waits = sql`unsubscribed_at is null and notified_at is null and substr(zip_code, 1, 5) in (${asked})
    and not exists (${unserved})`
  const [missing, written] = await db.batch([
    db.all<{ value: string }>(unserved),
    addMessages(db, waits, at),
    db.run(sql`update ${waitlist} set notified_at = ${at} where ${waits}`),
  ])
  return { unserved: missing.map(({ value }) => value), notified: written.rowsAffected }
}

// Beside min(), a plain column is that of the person's first entry. The stamp makes the key another one when somebody
// leaves the list, comes back to it and waits again.
function addMessages(db: Db, waits: SQL, at: string) {
  return db.run(sql`
    insert into ${outbox} (id, kind, dedupe_key, recipient, payload, next_attempt_at, created_at, updated_at)
    select ${newUuid}, ${KIND}, ${KIND} || ':' || id || ':' || ${at}, email,
      json_object('entryId', id, 'zipCodes', json(zips)), ${at}, ${at}, ${at}
    from (
      select id, email, min(created_at), json_group_array(distinct substr(zip_code, 1, 5)) as zips
      from ${waitlist} where ${waits} group by coalesce(mailbox, lower(email))
    )`)
}
