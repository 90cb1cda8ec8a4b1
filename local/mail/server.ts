import { Hono } from 'hono'
import { SITE } from '#domain/site.ts'
import { type Fault, Faults } from '#local/faults.ts'
import type { Held } from '#local/held.ts'
import { type Connection, type Listening, listen } from '#local/http.ts'
import { mailApi, type Operation } from './api.ts'
import { Deliveries, type Webhook } from './deliveries.ts'
import { inboxRoutes } from './inbox-routes.ts'
import { Mailbox } from './mailbox.ts'

const SENDER_DOMAIN = SITE.mailFrom.replace(/^.*@|>$/g, '')

export interface MailOptions {
  /** The SQLite file that keeps the messages over restarts. */
  file: string
  host: string
  /** 0 takes a free one. */
  port: number
  /** The API accepts this key only. */
  apiKey: string
  /** The domain that mail may come from; absent: the one of domain/site.ts. */
  domain?: string
  /** Where events are sent; without it they are only stored. */
  webhook?: Webhook | undefined
}

export interface Mail extends Listening {
  setFault(fault: Fault<Operation>): void
  /** The calls that hang or are slow. */
  held: Held
}

/**
 * Starts the stand-in for the mail provider: Resend's `POST /emails` and `GET /domains`, its signed webhooks, and
 * an inbox at `/`.
 * Throws when the port or the file cannot be had.
 */
export async function startMail(options: MailOptions): Promise<Mail> {
  const mailbox = new Mailbox(options.file)
  const faults = new Faults<Operation>()
  const app = new Hono<{ Bindings: Connection }>()
  const deliveries = options.webhook ? new Deliveries(mailbox, options.webhook) : null
  const afterwards = () => deliveries?.wake()
  app.route(
    '/',
    mailApi(mailbox, faults, { apiKey: options.apiKey, domain: options.domain ?? SENDER_DOMAIN }, afterwards),
  )
  app.route('/', inboxRoutes(mailbox, faults, afterwards))
  const server = await listen((request, connection) => app.fetch(request, connection), {
    ...options,
    async afterClose() {
      await deliveries?.close()
      mailbox.close()
    },
  })
  afterwards()
  return { ...server, setFault: (fault) => faults.set(fault), held: faults.held }
}
