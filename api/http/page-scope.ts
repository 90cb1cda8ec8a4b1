import type { Db, KnownSession } from '#api/deps.ts'
import { combineReads } from '#api/platform/database/page-reads.ts'

/** The connection and session that the calls of one page share while it is rendered in the Worker. Never outlives the request. */
export type PageScope = {
  /** For reads. */
  db: Db
  /** By access token: a session is looked up once for the page and everything on it. */
  sessions: Map<string, Promise<KnownSession>>
}

export function createPageScope(db: Db): PageScope {
  return { db: combineReads(db), sessions: new Map() }
}
