import type { Client } from '@libsql/client'
import type { Deps } from '#api/deps.ts'
import { stripePayments, TIMEOUT_MS } from '#api/platform/payments/stripe.ts'
import { r2Storage } from '#api/platform/storage/storage.ts'
import type { TextEvent } from '#api/platform/texts/texts.ts'
import { Faults } from '#local/faults.ts'
import { Mailbox } from '#local/mail/mailbox.ts'
import { stripeApi } from '#local/payments/api.ts'
import type { Operation } from '#local/payments/endpoints.ts'
import { IdempotencyKeys } from '#local/payments/idempotency.ts'
import type { Provider } from '#local/payments/provider.ts'
import { Store } from '#local/payments/store.ts'
import { memoryBucket } from '#tests/support/memory-bucket.ts'
import { pick } from '#tests/support/prng.ts'
import { callWithFaults, type FaultInjector } from './fault-injector.ts'
import type { Rung } from './rings-audit.ts'
import type { Scheduler } from './scheduler.ts'

// Outside services without a network: the stand-ins' rules, called through the real adapters and the scheduler.

type Context = { scheduler: Scheduler; injector: FaultInjector }

export const WEBHOOK_SECRET = 'whsec_of_the_simulation'
const SECRET_KEY = 'sk_test_of_the_simulation'
const OPEN_CONNECTION = { closed: new Promise<void>(() => {}), drop: () => {} }
const DATABASE_MS = 20_000
const MAIL_MS = 5_000
const STORAGE_MS = 8_000
/** The share of failures that the provider stores for an idempotency key and repeats. */
const STORED_FAILURES = 0.3

/** Routes every call of a database client through the scheduler. @returns the direct calls, which may be replaced */
export function simulateDatabase(context: Context, client: Client): Pick<Client, 'execute' | 'batch'> {
  const straight = { execute: client.execute.bind(client), batch: client.batch.bind(client) }
  const behind = straight as Record<'execute' | 'batch', (...args: unknown[]) => Promise<never>>
  const on = (name: string) => ({ service: 'database', name, deadlineMs: DATABASE_MS }) as const
  client.execute = (...args: unknown[]) =>
    callWithFaults(context, on('execute'), () => behind.execute(...args))
  client.batch = (...args: unknown[]) => callWithFaults(context, on('batch'), () => behind.batch(...args))
  return straight
}

/** The bucket of pictures. @returns also what is in it, by key */
export function simulateStorage(context: Context) {
  const { bucket, objects } = memoryBucket()
  const go = <T>(name: string, effect: () => Promise<T>) =>
    callWithFaults(context, { service: 'storage', name, deadlineMs: STORAGE_MS }, effect)
  const storage = r2Storage({
    put: (...args) => go('put', () => bucket.put(...args)),
    get: (...args) => go('get', () => bucket.get(...args)),
    delete: (...args) => go('delete', () => bucket.delete(...args)),
  })
  return { objects, storage }
}

/** The payment provider, called through Stripe's library. */
export function simulatePayments(context: Context): { provider: Provider; payments: Deps['payments'] } {
  const { scheduler, injector } = context
  const provider: Provider = {
    store: new Store(':memory:'),
    now: () => new Date(scheduler.time.now),
    url: () => 'https://pay.example',
  }
  const faults = new Faults<Operation>()
  const keys = new IdempotencyKeys(provider)
  const api = stripeApi({ provider, faults, keys, secretKey: SECRET_KEY, afterwards: () => {} })
  const adapter = stripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    fetch: async (input, init) => api.fetch(new Request(input, init), OPEN_CONNECTION),
  })
  const go = <T>(name: string, deadlineMs: number, effect: () => Promise<T>) =>
    callWithFaults(context, { service: 'payments', name, deadlineMs }, effect)
  const mayFailForGood = async <T>(effect: () => Promise<T>): Promise<T> => {
    if (scheduler.rng() >= injector.rate * STORED_FAILURES) return effect()
    const kind = pick(scheduler.rng, ['error-before', 'error-after', 'rate-limit'] as const)
    injector.count(`payments: ${kind}`)
    faults.set({ kind, times: 1 })
    // A repeated answer does not use up the fault: clear it.
    return effect().finally(() => faults.set({ kind: 'none' }))
  }
  const payments: Deps['payments'] = {
    createSession: (params, key, timeoutMs) =>
      go('create', timeoutMs, () => mayFailForGood(() => adapter.createSession(params, key, timeoutMs))),
    retrieveSession: (id, timeoutMs = TIMEOUT_MS) =>
      go('retrieve', timeoutMs, () => adapter.retrieveSession(id)),
    expireSession: (id) => go('expire', TIMEOUT_MS, () => adapter.expireSession(id)),
    listSessions: (since, after) => go('list', TIMEOUT_MS, () => adapter.listSessions(since, after)),
    createRefund: (params, key) =>
      go('refund', TIMEOUT_MS, () => mayFailForGood(() => adapter.createRefund(params, key))),
    refundsOf: (payment) => go('refunds of', TIMEOUT_MS, () => adapter.refundsOf(payment)),
    listRefunds: (since) => go('list refunds', TIMEOUT_MS, () => adapter.listRefunds(since)),
    listDisputes: (since) => go('list disputes', TIMEOUT_MS, () => adapter.listDisputes(since)),
    readEvent: adapter.readEvent,
  }
  return { provider, payments }
}

/** The mail provider: one message per idempotency key. */
export function simulateMail(context: Context): { mailbox: Mailbox; mail: Deps['mail'] } {
  const mailbox = new Mailbox(':memory:')
  const send = async (message: Parameters<Deps['mail']['send']>[0], key: string) => {
    const { to, subject, html, text, headers = {} } = message
    const email = { from: 'Shop <shop@example.com>', to: [to], subject, html, text, headers }
    return mailbox.accept({ ...email, tags: [] }, key, JSON.stringify(email))
  }
  const call = { service: 'mail', name: 'send', deadlineMs: MAIL_MS } as const
  return {
    mailbox,
    mail: {
      send: (message, key) => callWithFaults(context, call, () => send(message, key)),
      readEvent: async () => null,
    },
  }
}

/** Push services and the text provider, which keep what they took. A phone shows one offer once, by its tag. */
export function simulateRings(context: Context): { rung: Rung[] } & Pick<Deps, 'push' | 'texts'> {
  const rung: Rung[] = []
  const now = () => new Date(context.scheduler.time.now).toISOString()
  const shown = new Set<string>()
  const push = { service: 'push', name: 'send', deadlineMs: MAIL_MS } as const
  const text = { service: 'texts', name: 'send', deadlineMs: MAIL_MS } as const
  return {
    rung,
    push: {
      publicKey: 'a-public-key',
      send: ({ endpoint }, { payload }) => {
        const at = now()
        return callWithFaults(context, push, async () => {
          const { tag } = JSON.parse(payload) as { tag: string }
          if (!shown.has(`${endpoint} ${tag}`)) rung.push({ way: endpoint, about: tag, at })
          shown.add(`${endpoint} ${tag}`)
        })
      },
    },
    texts: {
      send: (to, words) => {
        const at = now()
        return callWithFaults(context, text, async () => {
          rung.push({ way: to, about: /Order (\S+)\./.exec(words)?.[1] ?? '', at, text: words })
          return `text-${rung.length}`
        })
      },
      // Who signed it is not simulated.
      readEvent: async (body) => JSON.parse(body) as TextEvent,
    },
  }
}

/** The edge cache: records purged tags. */
export function simulateCache(context: Context): { purged: string[]; cache: Deps['cache'] } {
  const purged: string[] = []
  const call = { service: 'cache', name: 'purge', deadlineMs: MAIL_MS } as const
  const purge = (tags: readonly string[]) =>
    callWithFaults(context, call, async () => void purged.push(...tags))
  return { purged, cache: { purge } }
}
