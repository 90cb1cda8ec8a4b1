import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname } from 'node:path'
import { startTimer } from '#api/platform/timer.ts'
import type { Held } from '#local/held.ts'
import type { Fault } from './faults.ts'
import { HranaHandler } from './hrana-handler.ts'
import { sendFailure } from './http.ts'
import { Streams } from './streams.ts'

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

export type LocalDatabase = {
  url: string
  port: number
  /** Sets, or with null clears, the way the database fails. */
  setFault(fault: Fault): void
  /** The requests that hang or are slow. */
  held: Held
  close(): Promise<void>
}

/**
 * Starts the local stand-in for the hosted database: the libSQL engine on a file, behind Hrana over HTTP (JSON,
 * versions 2 and 3), the protocol of `@libsql/client`. Also answers `GET /_local/stats`
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
  const server = createServer((request, response) => {
    handler.handle(request, response).catch((error: unknown) => sendFailure(response, error))
  })
  // Runtimes keep connections longer than Node's five seconds and stumble when one closes under a request.
  server.keepAliveTimeout = 120_000
  server.listen(options.port, options.host)
  try {
    await once(server, 'listening')
  } catch (error) {
    streams.closeAll()
    throw error
  }
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  return {
    url: `http://${options.host}:${port}`,
    port,
    setFault: (fault) => handler.faults.set(fault),
    held: handler.faults.held,
    async close() {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      streams.closeAll()
    },
  }
}
