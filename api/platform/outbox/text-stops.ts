import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { newUuid } from '#api/platform/database/uuid.ts'
import { sha256 } from '#api/platform/hash.ts'
import type { ConsentWording } from '#domain/consents.ts'
import { phoneDigits } from '#domain/phone.ts'
import { consents, textStops } from '#drizzle/schema/messages.ts'

/** The hash under which a number is kept, however it is written: the lists hold no numbers. */
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
 * Statements: nothing more is texted to a number, about any order, and its consents are taken back.
 * @param at ISO instant: what is heard of later than what undid it changes nothing
 */
export function stopTexts(db: Db, hash: string, at: string) {
  return [
    noteStop(db, hash, 'stopped_at', at),
    db.run(sql`
      update ${consents} set taken_back_at = ${at}
      where phone_hash = ${hash} and taken_back_at is null and given_at <= ${at} and ${isTextStopped(hash)}`),
  ]
}

/** Statements: a number may be texted again, as it was until it was stopped. @param at ISO instant */
export function allowTexts(db: Db, hash: string, at: string) {
  return [
    noteStop(db, hash, 'started_at', at),
    db.run(sql`
      insert into ${consents} (id, order_id, phone_hash, wording, given_at)
      select distinct ${newUuid}, order_id, ${hash}, ${'start' satisfies ConsentWording}, ${at} from ${consents}
      where phone_hash = ${hash} and taken_back_at <= ${at} and not ${isTextStopped(hash)}
      group by order_id
      on conflict do nothing`),
  ]
}

/** A wish that is heard of later than the one that undid it changes nothing. */
function noteStop(db: Db, hash: string, what: 'stopped_at' | 'started_at', at: string) {
  const column = sql.raw(what)
  return db.run(sql`
    insert into ${textStops} (phone_hash, ${column}) values (${hash}, ${at})
    on conflict (phone_hash) do update set ${column} = max(coalesce(${column}, ''), excluded.${column})`)
}

type Consent = { orderId: string; phone: string; wording: ConsentWording }

/** Statement: keeps a buyer's consent to texts about an order. */
export function giveConsent(db: Db, { orderId, phone, wording }: Consent, at: string) {
  const consent = { id: crypto.randomUUID(), orderId, phoneHash: phoneHash(phone), wording, givenAt: at }
  return db.insert(consents).values(consent)
}

/** Statement: the last consent to texts about an order; one row or none. @param orderId a value or a select */
export function lastConsent(db: Db, orderId: string | SQL) {
  return db.all<{ givenAt: string; wording: ConsentWording; takenBackAt: string | null }>(sql`
    select c.given_at as "givenAt", c.wording as wording, coalesce(c.taken_back_at, s.stopped_at) as "takenBackAt"
    from ${consents} c
    left join ${textStops} s on s.phone_hash = c.phone_hash and s.stopped_at > coalesce(s.started_at, '')
    where c.order_id = ${orderId}
    order by c.given_at desc, c.taken_back_at is not null limit 1`)
}
