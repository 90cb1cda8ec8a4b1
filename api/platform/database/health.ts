import { sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'

/** Asks the database for one row. @throws whatever keeps it from answering */
export async function databaseAnswers(db: Db): Promise<void> {
  await db.run(sql`select 1`)
}
