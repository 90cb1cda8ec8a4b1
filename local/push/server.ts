import { Hono } from 'hono'
import { Faults } from '#local/faults.ts'
import type { Held } from '#local/held.ts'
import { type Connection, type Listening, listen } from '#local/http.ts'
import { type Operation, type PushFaultKind, type PushFaults, pushApi } from './api.ts'
import { Phones } from './phones.ts'
import { phonesRoutes } from './phones-routes.ts'

export interface PushOptions {
  /** The SQLite file that keeps phones and rings over restarts. */
  file: string
  host: string
  /** 0 takes a free one. */
  port: number
}

export interface PushService extends Listening {
  setFault(fault: PushFaults['current']): void
  /** The calls that hang or are slow. */
  held: Held
}

/**
 * Starts the stand-in for the browsers' push services, with the phones themselves: they can read what they are sent.
 * Throws when the port or the file cannot be had.
 */
export async function startPush(options: PushOptions): Promise<PushService> {
  const phones = new Phones(options.file)
  const faults = new Faults<Operation, PushFaultKind>()
  const app = new Hono<{ Bindings: Connection }>()
  let url = ''
  app.route(
    '/',
    pushApi(phones, faults, () => url),
  )
  app.route(
    '/',
    phonesRoutes(phones, faults, () => url),
  )
  const server = await listen((request, connection) => app.fetch(request, connection), {
    ...options,
    afterClose: () => phones.close(),
  })
  url = server.url
  return { ...server, setFault: (fault) => faults.set(fault), held: faults.held }
}
