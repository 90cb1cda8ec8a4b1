import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, type Config, createClient } from '@libsql/client'
import { createClient as createWebClient } from '@libsql/client/web'
import { type DatabaseOptions, type LocalDatabase, startDatabase } from '#local/database/server.ts'

type Settings = Partial<Omit<Config, 'url'>>

/** One database to test against, empty when it starts. */
export type Running = {
  /** A new client of it. */
  client(settings?: Settings): Client
  /** The file behind it. */
  file: string
  stop(): Promise<void>
}

/** A way to reach a libSQL database. All of them must behave the same, but for what the tests name. */
export type Target = { name: string; isFile: boolean; start(options?: Options): Promise<Running> }

export type Options = Partial<Omit<DatabaseOptions, 'file'>>

export const TARGETS: Target[] = [
  {
    name: 'local server, web client',
    isFile: false,
    start: (options) => startServer(createWebClient, options),
  },
  {
    name: 'local server, default client',
    isFile: false,
    start: (options) => startServer(createClient, options),
  },
  { name: 'file: client', isFile: true, start: startFile },
]

export const SERVERS = TARGETS.filter((target) => !target.isFile)

/** A running local server. */
export type RunningServer = Running & {
  database: LocalDatabase
  stats(): Promise<{ pipelines: number; statements: number; openStreams: number }>
  /** Posts a body, as JSON unless it is text already. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>
}

/** Starts the local server on a new, empty file and a free port. */
export async function startEmpty(options: Options = {}): Promise<RunningServer> {
  return startServer(createWebClient, options)
}

async function startServer(
  connect: (config: Config) => Client,
  options: Options = {},
): Promise<RunningServer> {
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
    file,
    async stats() {
      const response = await fetch(`${database.url}/_local/stats`)
      return (await response.json()) as Awaited<ReturnType<RunningServer['stats']>>
    },
    post(path, body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return fetch(`${database.url}${path}`, { method: 'POST', body: text, headers })
    },
    client(settings) {
      const client = connect({ url: database.url, ...settings })
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

async function startFile(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'database-'))
  const file = join(folder, 'shop.db')
  const clients: Client[] = []
  const client = (settings: Settings = {}) => {
    const created = createClient({ url: `file:${file}`, ...settings })
    clients.push(created)
    return created
  }
  // The server's files are in this mode, too.
  await client().execute('PRAGMA journal_mode = WAL')
  return {
    client,
    file,
    async stop() {
      for (const created of clients) created.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** What the client's errors carry, if they are its own. */
export type Failure = Error & {
  code?: string
  extendedCode?: string
  rawCode?: number
  statementIndex?: number
}

/** What a promise was rejected with. @throws when it was not rejected */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const outcome = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (outcome instanceof Error) return outcome
  throw new Error('This should have failed')
}
