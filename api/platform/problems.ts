import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { PROBLEMS_KEPT, PROBLEMS_SHOWN, type ProblemSource } from '#domain/problems.ts'
import { problems } from '#drizzle/schema/problems.ts'

type NewProblem = Omit<typeof problems.$inferInsert, 'times' | 'firstAt' | 'lastAt'>

/** Counts one more of a problem, or adds it. @param at ISO instant */
export function countProblem(db: Db, problem: NewProblem, at: string) {
  return db
    .insert(problems)
    .values({ ...problem, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: problems.fingerprint,
      set: {
        times: sql`${problems.times} + 1`,
        lastAt: at,
        requestId: problem.requestId ?? null,
        device: problem.device ?? null,
      },
    })
}

/** The last ones, newest first. @param source null for both */
export function lastProblems(db: Db, source: ProblemSource | null) {
  return db
    .select()
    .from(problems)
    .where(source === null ? undefined : eq(problems.source, source))
    .orderBy(desc(problems.lastAt), problems.fingerprint)
    .limit(PROBLEMS_SHOWN)
}

/** Deletes all but the last ones of each source, so that problems of browsers do not displace the server's. */
export function deleteOldProblems(db: Db) {
  return db.run(sql`
    delete from ${problems} where fingerprint in (
      select fingerprint from (
        select fingerprint, row_number() over (partition by source order by last_at desc) as place from ${problems}
      ) where place > ${PROBLEMS_KEPT}
    )`)
}
