import type { Client, InStatement, ResultSet } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import type { Db, KnownSession } from '#api/deps.ts'

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

type Call = {
  statements: InStatement[]
  resolve(results: ResultSet[]): void
  reject(error: unknown): void
}

/**
 * The database for the reads of one page: calls that are made at the same moment travel as one batch, so that a screen
 * with several queries costs one round trip. When the batch fails, each call is made by itself, and only those fail that
 * have to. Not for writes: a failed batch is repeated.
 */
function combineReads(db: Db): Db {
  // Drizzle keeps the client that it was made with.
  const client = (db as Db & { $client: Client }).$client
  let waiting: Call[] = []

  async function send(): Promise<void> {
    const calls = waiting
    waiting = []
    try {
      const results = await client.batch(calls.flatMap(({ statements }) => statements))
      let from = 0
      for (const { statements, resolve } of calls) {
        resolve(results.slice(from, from + statements.length))
        from += statements.length
      }
    } catch (error) {
      if (calls.length === 1) calls[0]?.reject(error)
      else for (const { statements, resolve, reject } of calls) client.batch(statements).then(resolve, reject)
    }
  }

  const ask = (statements: InStatement[]) =>
    new Promise<ResultSet[]>((resolve, reject) => {
      waiting.push({ statements, resolve, reject })
      // Calls of one moment are some microtasks apart.
      if (waiting.length === 1) setTimeout(send)
    })
  const combined: Pick<Client, 'execute' | 'batch'> = {
    execute: async (statement: InStatement | string) => {
      const [result] = await ask([statement])
      if (!result) throw new Error('The database answered without a result')
      return result
    },
    batch: (statements) => ask(statements.map(asStatement)),
  }
  return drizzle(combined as Client, { casing: 'snake_case' })
}

type BatchItem = Parameters<Client['batch']>[0][number]

const asStatement = (item: BatchItem): InStatement =>
  Array.isArray(item) ? { sql: item[0], args: item[1] ?? [] } : item
