import type { Db, KnownSession } from '#api/deps.ts'
import { combineReads } from '#api/platform/database/page-reads.ts'

/** Shared by the calls that one page makes inside the Worker while it is rendered. Never outlives the request. */
export type PageScope = {
  /** For reads. */
  db: Db
  /** By access token: a session is looked up once for the page and everything on it. */
  sessions: Map<string, Promise<KnownSession>>
}

export function createPageScope(db: Db): PageScope {
  return { db: combineReads(db), sessions: new Map() }
}
