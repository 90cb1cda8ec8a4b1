import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { startTimer } from '#api/platform/timer.ts'
import type { Held } from '#local/held.ts'
import { type Listening, listen } from '#local/http.ts'
import type { Fault } from './faults.ts'
import { HranaHandler } from './hrana-handler.ts'
import { Streams } from './streams.ts'

const MAX_BODY_BYTES = 10_000_000

export type DatabaseOptions = {
  /** The database file; made, with its folder, if it does not exist. */
  file: string
  host: string
  /** 0 = any free port. */
  port: number
  /** When given, requests must carry it as bearer token. */
  authToken?: string
  /** Lifetime of a stream between two requests (10 s). */
  streamIdleMs?: number
  /** Longest open transaction (5 s). */
  transactionMs?: number
  /** Longest wait of a statement for the write lock (5 s). */
  busyMs?: number
  /** The clock of these times: the real one, unless a test has its own. */
  startTimer?: typeof startTimer
}

export interface LocalDatabase extends Listening {
  /** Sets, or with null clears, the way the database fails. */
  setFault(fault: Fault): void
  /** The requests that hang or are slow. */
  held: Held
}

/**
 * Starts the local stand-in for the hosted database: the libSQL engine on a file, behind Hrana over HTTP (JSON), what
 * `@libsql/client` asks of version 2, and the cursor of version 3. Also answers `GET /_local/stats`
 * (`{ pipelines, statements, openStreams, waiting }`, counted since the start, health checks only as statements) and
 * `POST /_local/fault`.
 * @throws when the file cannot be opened or the port is taken
 */
export async function startDatabase(options: DatabaseOptions): Promise<LocalDatabase> {
  mkdirSync(dirname(options.file), { recursive: true })
  const { streamIdleMs = 10_000, transactionMs = 5000, busyMs = 5000 } = options
  const limits = { streamIdleMs, transactionMs, busyMs, startTimer: options.startTimer ?? startTimer }
  const streams = new Streams(options.file, limits)
  const handler = new HranaHandler(streams, options.authToken)
  const server = await listen((request, connection) => handler.handle(request, connection), {
    host: options.host,
    port: options.port,
    maxBodyBytes: MAX_BODY_BYTES,
    afterClose: () => streams.closeAll(),
  }).catch((error: unknown) => {
    streams.closeAll()
    throw error
  })
  return { ...server, setFault: (fault) => handler.faults.set(fault), held: handler.faults.held }
}
