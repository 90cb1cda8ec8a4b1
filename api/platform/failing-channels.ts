import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import type { Channel } from '#domain/channels.ts'
import { jobCursors } from '#drizzle/schema/checkout.ts'

// Rings are not tried for long, and no row is left that waits: since when none of a channel's messages has gone is kept among
// the cursors.

type Ringing = Exclude<Channel, 'mail'>

const job = (channel: Ringing) => `${channel}-failing`

/** Longer than until the next try: one failure in between says nothing. */
const FAILS_SECONDS = 90
/** A channel that nobody has tried for so long may work again. */
const FORGOTTEN_AFTER = '-1 hour'

const hourBefore = (at: string) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${at}, ${FORGOTTEN_AFTER})`

/** Statement: notes that a message did not go, by no fault of its own or its recipient. @param at ISO instant */
export function noteFailure(db: Db, channel: Ringing, at: string) {
  return db.run(sql`
    insert into ${jobCursors} (job, cursor, updated_at) values (${job(channel)}, ${at}, ${at})
    on conflict (job) do update set updated_at = ${at},
      cursor = case when updated_at <= ${hourBefore(at)} then ${at} else cursor end`)
}

/** Statement: notes that a message has gone: the channel works. */
export function endFailure(db: Db, channel: Ringing) {
  return db.delete(jobCursors).where(sql`job = ${job(channel)}`)
}

/**
 * ISO instant since which a channel fails; null while it works. A part of a query: tries of at least 90 seconds failed, none went
 * since, and the last one was within the hour.
 * @param now ISO instant
 */
export function failingSince(channel: Ringing, now: string): SQL<string | null> {
  return sql`(select cursor from ${jobCursors} where job = ${job(channel)} and updated_at > ${hourBefore(now)}
    and unixepoch(updated_at) - unixepoch(cursor) >= ${FAILS_SECONDS})`
}
