import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { jobCursors } from '#drizzle/schema/checkout.ts'

// Providers report payments, emails and texts by webhooks. A secret that is wrong and an endpoint that was never created look like a
// quiet day, unless something happened that should have been reported. Since when that is so is kept among the cursors.

type Reporter = 'payments' | 'mail' | 'texts'

const job = (reporter: Reporter) => `${reporter}-unreported`

/**
 * Statement: notes that something happened of which no report has come yet. An earlier note stays.
 * @param at ISO instant
 * @param onlyIf a report may have come before the shop knew that there was something to report
 */
export function expectReport(db: Db, reporter: Reporter, at: string, onlyIf: SQL = sql`true`) {
  return db.run(sql`
    insert into ${jobCursors} (job, cursor, updated_at) select ${job(reporter)}, null, ${at} where ${onlyIf}
    on conflict (job) do nothing`)
}

/** Notes that a signed event has come: reports reach us. */
export async function noteReport(db: Db, reporter: Reporter): Promise<void> {
  await db.delete(jobCursors).where(sql`job = ${job(reporter)}`)
}

/** ISO instant since which no report has come of what has happened; null while nothing waits for one. A part of a query. */
export function unreportedSince(reporter: Reporter): SQL<string | null> {
  return sql`(select updated_at from ${jobCursors} where job = ${job(reporter)})`
}
