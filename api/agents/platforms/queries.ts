import { eq } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { agentPlatforms } from '#drizzle/schema/agents.ts'

/** Statement: since when a platform is blocked; no row: nobody of it has made a checkout. */
export function platformBlock(db: Db, profileUrl: string) {
  return db
    .select({ blockedAt: agentPlatforms.blockedAt })
    .from(agentPlatforms)
    .where(eq(agentPlatforms.profileUrl, profileUrl))
}
