import { Hono } from 'hono'
import { type Fault, Faults } from '#local/faults.ts'
import type { Held } from '#local/held.ts'
import { type Connection, type Listening, listen } from '#local/http.ts'
import { type Operation, type Reporting, textsApi } from './api.ts'
import { Deliveries, type Webhook } from './deliveries.ts'
import { Phones } from './phones.ts'
import { phonesRoutes } from './phones-routes.ts'

export interface TextsOptions {
  /** The SQLite file that keeps the texts over restarts. */
  file: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** The API accepts this key only. */
  apiKey: string
  /** The shop's number. */
  from: string
  /** Where events are sent; without it they are only stored. */
  webhook?: Webhook | undefined
}

export interface TextsServer extends Listening {
  setFault(fault: Fault<Operation>): void
  /** Sets how the fate of each text is reported from now on. */
  setReporting(reporting: Reporting): void
  /** The calls that hang or are slow. */
  held: Held
}

/**
 * Starts the stand-in for the provider of text messages: Telnyx's `POST /v2/messages`, its signed webhooks, and everybody's phones
 * at `/`.
 * Throws when the port or the file cannot be had.
 */
export async function startTexts(options: TextsOptions): Promise<TextsServer> {
  const phones = new Phones(options.file, options.from)
  const faults = new Faults<Operation>()
  const reporting: Reporting = { report: 'on-time' }
  const app = new Hono<{ Bindings: Connection }>()
  const deliveries = options.webhook ? new Deliveries(phones, options.webhook) : null
  const afterwards = () => deliveries?.wake()
  app.route('/', textsApi(phones, faults, reporting, options, afterwards))
  app.route('/', phonesRoutes(phones, faults, reporting, afterwards))
  const server = await listen((request, connection) => app.fetch(request, connection), {
    ...options,
    async afterClose() {
      await deliveries?.close()
      phones.close()
    },
  })
  afterwards()
  return {
    ...server,
    setFault: (fault) => faults.set(fault),
    setReporting: ({ report, lateMs }) => Object.assign(reporting, { report, lateMs }),
    held: faults.held,
  }
}
