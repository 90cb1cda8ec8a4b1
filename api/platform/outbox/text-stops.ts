import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { sha256 } from '#api/platform/hash.ts'
import { phoneDigits } from '#domain/phone.ts'
import { textStops } from '#drizzle/schema/messages.ts'

/** The hash under which a number is kept, however it is written: the list holds no numbers. */
export function phoneHash(phone: string): string {
  return sha256(`+1${phoneDigits(phone)}`)
}

/** One row when nothing more may be texted to a number, else none; as a statement for a batch. */
export function textStopOf(db: Db, hash: string) {
  return db.all<{ stoppedAt: string }>(sql`
    select stopped_at as "stoppedAt" from ${textStops}
    where phone_hash = ${hash} and stopped_at > coalesce(started_at, '')`)
}

/** Condition: nothing more may be texted to a number. */
export function isTextStopped(hash: string): SQL {
  return sql`exists (select 1 from ${textStops} where phone_hash = ${hash} and stopped_at > coalesce(started_at, ''))`
}

/**
 * Stops all texts to a number, or allows them again, as a statement for a batch.
 * @param at ISO instant: what is heard of later than what undid it changes nothing
 */
export function noteTextStop(db: Db, hash: string, what: 'stopped_at' | 'started_at', at: string) {
  const column = sql.raw(what)
  return db.run(sql`
    insert into ${textStops} (phone_hash, ${column}) values (${hash}, ${at})
    on conflict (phone_hash) do update set ${column} = max(coalesce(${column}, ''), excluded.${column})`)
}
