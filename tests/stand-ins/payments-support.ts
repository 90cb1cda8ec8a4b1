import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Stripe from 'stripe'
import { onTestFinished } from 'vitest'
import { listen } from '#local/http.ts'
import { type Payments, type PaymentsOptions, startPayments } from '#local/payments/server.ts'

export const SECRET_KEY = 'sk_test_0123456789abcdef'
export const WEBHOOK_SECRET = 'whsec_test'

export interface Delivery {
  at: number
  signature: string
  body: string
  event: Stripe.Event
}

/** A small shop that takes webhooks: answers with the statuses put into `answers`, then 200. */
export interface Receiver {
  url: string
  deliveries: Delivery[]
  answers: number[]
  of(type: Stripe.Event['type']): Delivery[]
}

export interface StandIn {
  payments: Payments
  stripe: Stripe
  receiver: Receiver
  file: string
  options: PaymentsOptions
  client(config?: Partial<Stripe.StripeConfig>, key?: string): Stripe
  local<T = unknown>(path: string, body?: object): Promise<T>
}

/** The stand-in and a webhook receiver on free ports, both gone when the test is over. */
export async function startStandIn(changes: Partial<PaymentsOptions> = {}): Promise<StandIn> {
  const receiver = await startReceiver()
  const folder = await mkdtemp(join(tmpdir(), 'payments-'))
  const options: PaymentsOptions = {
    file: join(folder, 'state', 'payments.db'),
    host: '127.0.0.1',
    port: 0,
    webhookUrl: receiver.url,
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    retryDelaysMs: [20, 20, 20, 20],
    ...changes,
  }
  const payments = await startPayments(options)
  onTestFinished(async () => {
    await payments.close()
    await rm(folder, { recursive: true, force: true })
  })
  const client = clientOf(payments)
  return {
    payments,
    stripe: client(),
    receiver,
    file: options.file,
    options,
    client,
    local: async <T>(path: string, body: object = {}) =>
      (await postJson(payments, path, body)).json() as Promise<T>,
  }
}

/** A client of the real library, as the shop makes it, without retries of its own. */
export function clientOf(payments: Payments) {
  return (config: Partial<Stripe.StripeConfig> = {}, key = SECRET_KEY): Stripe =>
    new Stripe(key, {
      host: '127.0.0.1',
      port: payments.port,
      protocol: 'http',
      maxNetworkRetries: 0,
      httpClient: Stripe.createFetchHttpClient(),
      ...config,
    })
}

export function postJson(payments: Payments, path: string, body: object): Promise<Response> {
  return fetch(`${payments.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function sessionParams(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    line_items: [
      line('Really Bad', 4999),
      line('Delivery: within the next hour', 1999),
      line('Sales tax', 421),
    ],
    success_url: 'https://shop.example/thank-you?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'https://shop.example/payment?canceled=1',
    client_reference_id: 'order-1',
    customer_email: 'sam@example.com',
    ...changes,
  }
}

export function line(name: string, cents: number): Stripe.Checkout.SessionCreateParams.LineItem {
  return { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name } } }
}

/** The error of a refused promise. Fails the test when it is not refused. */
export async function refusal(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error
    throw error
  }
  throw new Error('It was not refused')
}

/** A header of the answer an object came in. The fetch client keeps the real Headers, whatever the types say. */
export function headerOf(answer: Stripe.Response<object>, name: string): string | null {
  return new Headers(answer.lastResponse.headers).get(name)
}

/** Waits until `look` gives something. Fails the test after ten seconds. */
export async function eventually<T>(look: () => T | Promise<T>): Promise<NonNullable<Exclude<T, false>>> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const found = await look()
    if (found) return found as NonNullable<Exclude<T, false>>
    if (Date.now() > deadline) throw new Error('It did not happen in time')
    await sleep(10)
  }
}

async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = []
  const answers: number[] = []
  const server = await listen(
    async (request) => {
      if (request.method !== 'POST') return new Response('A page, where a redirect may lead')
      const body = await request.text()
      const signature = request.headers.get('stripe-signature') ?? ''
      deliveries.push({ at: Date.now(), signature, body, event: JSON.parse(body) })
      const status = answers.shift() ?? 200
      return new Response(null, { status, headers: status === 302 ? { location: '/elsewhere' } : {} })
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(() => server.close())
  const of = (type: Stripe.Event['type']) => deliveries.filter(({ event }) => event.type === type)
  return { url: `http://127.0.0.1:${server.port}/webhook`, deliveries, answers, of }
}
