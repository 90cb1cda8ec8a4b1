import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, type Config, createClient } from '@libsql/client/web'
import { type DatabaseOptions, startDatabase } from '#local/database/server.ts'

type Settings = Partial<Omit<Config, 'url'>>

export type Options = Partial<Omit<DatabaseOptions, 'file'>>

/** A running local server. */
export type Running = Awaited<ReturnType<typeof startEmpty>>

/** Starts the local server on a new, empty file and a free port. */
export async function startEmpty(options: Options = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const file = join(folder, 'shop.db')
  const database = await startDatabase({ host: '127.0.0.1', port: 0, file, ...options }).catch(
    async (error: unknown) => {
      await rm(folder, { recursive: true })
      throw error
    },
  )
  const clients: Client[] = []
  return {
    database,
    /** The file behind it. */
    file,
    async stats() {
      const response = await fetch(`${database.url}/_local/stats`)
      return (await response.json()) as { pipelines: number }
    },
    /** Posts a body, as JSON unless it is text already. */
    post(path: string, body: unknown, headers: Record<string, string> = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return fetch(`${database.url}${path}`, { method: 'POST', body: text, headers })
    },
    /** A new client of it. */
    client(settings?: Settings): Client {
      const client = createClient({ url: database.url, ...settings })
      clients.push(client)
      return client
    },
    async stop() {
      for (const client of clients) client.close()
      await database.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The fields of the client's own errors. */
export type Failure = Error & {
  code?: string
  extendedCode?: string
  rawCode?: number
  statementIndex?: number
}

/** The error that a promise was rejected with. @throws when it was not rejected */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Error) return outcome
  throw new Error('This should have failed')
}
