import { Hono } from 'hono'
import { type Fault, Faults } from '#local/faults.ts'
import type { Held } from '#local/held.ts'
import { browserHost, type Connection, type Listening, listen } from '#local/http.ts'
import { stripeApi } from './api.ts'
import { checkoutRoutes } from './checkout-routes.ts'
import { Deliveries, RETRY_DELAYS_MS } from './deliveries.ts'
import type { Operation } from './endpoints.ts'
import { IdempotencyKeys } from './idempotency.ts'
import { localRoutes } from './local-routes.ts'
import type { Provider } from './provider.ts'
import { expireOverdueSessions } from './sessions.ts'
import { Store } from './store.ts'

const SWEEP_MS = 1000

export interface PaymentsOptions {
  /** The SQLite file that keeps sessions, payments and events over restarts. */
  file: string
  host: string
  /** 0 takes a free one. */
  port: number
  webhookUrl: string
  webhookSecret: string
  /** The API accepts this key only. */
  secretKey: string
  /** The clock for session ages, timestamps and signatures. Delivery delays use real time. */
  now?: () => Date
  /** Waits after each failed delivery; after the last one it is given up. */
  retryDelaysMs?: number[]
}

export interface Payments extends Listening {
  setFault(fault: Fault<Operation>): void
  /** The calls that hang or are slow. */
  held: Held
}

/**
 * Starts the stand-in for the payment provider: Stripe's REST API under `/v1`, the hosted payment page under `/c/pay/`,
 * and the operator page at `/`. Throws when the port or the file cannot be had.
 */
export async function startPayments(options: PaymentsOptions): Promise<Payments> {
  let url = `http://${browserHost(options.host)}:${options.port}`
  const store = new Store(options.file)
  const provider: Provider = { store, now: options.now ?? (() => new Date()), url: () => url }
  const deliveries = new Deliveries(provider, {
    url: options.webhookUrl,
    secret: options.webhookSecret,
    retryDelaysMs: options.retryDelaysMs ?? RETRY_DELAYS_MS,
  })
  const faults = new Faults<Operation>()
  const keys = new IdempotencyKeys(provider)
  const afterwards = () => deliveries.wake()

  const app = new Hono<{ Bindings: Connection }>()
  app.route('/', stripeApi({ provider, faults, keys, secretKey: options.secretKey, afterwards }))
  app.route('/', checkoutRoutes(provider, afterwards))
  app.route('/', localRoutes(provider, deliveries, faults))

  const server = await listen((request, connection) => app.fetch(request, connection), {
    ...options,
    async afterClose() {
      clearInterval(sweep)
      await deliveries.close()
      store.close()
    },
  })
  url = server.url
  const sweep = setInterval(() => {
    store.transaction(() => expireOverdueSessions(provider))
    deliveries.wake()
  }, SWEEP_MS)
  deliveries.wake()
  return { ...server, setFault: (fault) => faults.set(fault), held: faults.held }
}
