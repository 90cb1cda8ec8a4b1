import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Held } from '#local/held.ts'
import { type Listening, listen } from '#local/http.ts'
import { Connection } from './connection.ts'
import type { Fault } from './faults.ts'
import { HranaHandler } from './hrana-handler.ts'

const MAX_BODY_BYTES = 10_000_000

export type DatabaseOptions = {
  /** The database file; made, with its folder, if it does not exist. */
  file: string
  host: string
  /** 0 = any free port. */
  port: number
  /** When given, requests must carry it as bearer token. */
  authToken?: string
}

export interface LocalDatabase extends Listening {
  /** Sets, or with null clears, the way the database fails. */
  setFault(fault: Fault): void
  /** The requests that hang or are slow. */
  held: Held
}

/**
 * Starts the local stand-in for the hosted database: the libSQL engine on a file, behind Hrana over HTTP (JSON), what
 * `@libsql/client` asks of version 2, and the cursor of version 3. One request is done at a time and in one step, so there
 * are no transactions over several requests; the shop has none, and drizzle's batches are one request. Also answers
 * `GET /_local/stats` (`{ pipelines }`, counted since the start without health checks) and `POST /_local/fault`.
 * @throws when the file cannot be opened or the port is taken
 */
export async function startDatabase({
  file,
  host,
  port,
  authToken,
}: DatabaseOptions): Promise<LocalDatabase> {
  mkdirSync(dirname(file), { recursive: true })
  const connection = new Connection(file)
  connection.exec('PRAGMA journal_mode = WAL')
  const handler = new HranaHandler(connection, authToken)
  /** Leaves the whole database in its one file. */
  const close = () => {
    connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    connection.close()
  }
  const server = await listen((request, http) => handler.handle(request, http), {
    host,
    port,
    maxBodyBytes: MAX_BODY_BYTES,
    afterClose: close,
  }).catch((error: unknown) => {
    close()
    throw error
  })
  return { ...server, setFault: (fault) => handler.faults.set(fault), held: handler.faults.held }
}
