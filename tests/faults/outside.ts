import type { Client } from '@libsql/client'
import type { Deps } from '#api/deps.ts'
import { stripePayments } from '#api/platform/payments/stripe.ts'
import { Faults } from '#local/faults.ts'
import { Mailbox } from '#local/mail/mailbox.ts'
import { stripeApi } from '#local/payments/api.ts'
import type { Operation } from '#local/payments/endpoints.ts'
import { IdempotencyKeys } from '#local/payments/idempotency.ts'
import type { Provider } from '#local/payments/provider.ts'
import { Store } from '#local/payments/store.ts'
import { pick } from '#tools/art/prng.ts'
import { played, type Weather } from './faults.ts'
import type { Stage } from './stage.ts'

// The outside world without a wire: the stand-ins' own rules, called through the real adapter, on the stage.

type Scene = { stage: Stage; weather: Weather }

export const WEBHOOK_SECRET = 'whsec_of_the_torture'
const SECRET_KEY = 'sk_test_of_the_torture'
const NOBODY_LEAVES = { closed: new Promise<void>(() => {}), drop: () => {} }
const DATABASE_MS = 10_000
const SHORT_MS = 2_000
const LIST_MS = 20_000
const MAIL_MS = 5_000
/** How often the provider keeps a failure for a key, to repeat it, when calls go wrong at all. */
const STORED_FAILURES = 0.3

/** Puts every call of a database's client on stage. @returns the calls behind it; other ones may be put there instead */
export function stageDatabase(scene: Scene, client: Client): Pick<Client, 'execute' | 'batch'> {
  const straight = { execute: client.execute.bind(client), batch: client.batch.bind(client) }
  const behind = straight as Record<'execute' | 'batch', (...args: unknown[]) => Promise<never>>
  const on = (name: string) => ({ service: 'database', name, deadlineMs: DATABASE_MS }) as const
  client.execute = (...args: unknown[]) => played(scene, on('execute'), () => behind.execute(...args))
  client.batch = (...args: unknown[]) => played(scene, on('batch'), () => behind.batch(...args))
  return straight
}

/** The payment provider: its books, and the way there through Stripe's own library. */
export function stagePayments(scene: Scene): { provider: Provider; payments: Deps['payments'] } {
  const { stage, weather } = scene
  const provider: Provider = {
    store: new Store(':memory:'),
    now: () => new Date(stage.time.now),
    url: () => 'https://pay.example',
  }
  const faults = new Faults<Operation>()
  const keys = new IdempotencyKeys(provider)
  const api = stripeApi({ provider, faults, keys, secretKey: SECRET_KEY, afterwards: () => {} })
  const there = stripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    fetch: async (input, init) => api.fetch(new Request(input, init), NOBODY_LEAVES),
  })
  const go = <T>(name: string, deadlineMs: number, effect: () => Promise<T>) =>
    played(scene, { service: 'payments', name, deadlineMs }, effect)
  const mayFailForGood = async <T>(effect: () => Promise<T>): Promise<T> => {
    if (stage.rng() >= weather.share * STORED_FAILURES) return effect()
    const kind = pick(stage.rng, ['error-before', 'error-after', 'rate-limit'] as const)
    weather.count(`payments: ${kind}`)
    faults.set({ kind, times: 1 })
    // An answer that is repeated meets no fault, and leaves it to nobody else.
    return effect().finally(() => faults.set({ kind: 'none' }))
  }
  const payments: Deps['payments'] = {
    createSession: (params, key, timeoutMs) =>
      go('create', timeoutMs, () => mayFailForGood(() => there.createSession(params, key, timeoutMs))),
    retrieveSession: (id) => go('retrieve', SHORT_MS, () => there.retrieveSession(id)),
    expireSession: (id) => go('expire', SHORT_MS, () => there.expireSession(id)),
    listSessions: (since, after) => go('list', LIST_MS, () => there.listSessions(since, after)),
    createRefund: (params, key) =>
      go('refund', SHORT_MS, () => mayFailForGood(() => there.createRefund(params, key))),
    refundsOf: (payment) => go('refunds of', SHORT_MS, () => there.refundsOf(payment)),
    listRefunds: (since) => go('list refunds', LIST_MS, () => there.listRefunds(since)),
    listDisputes: (since) => go('list disputes', LIST_MS, () => there.listDisputes(since)),
    readEvent: there.readEvent,
  }
  return { provider, payments }
}

/** The mail provider: one message a key, and the same message only. */
export function stageMail(scene: Scene): { mailbox: Mailbox; mail: Deps['mail'] } {
  const mailbox = new Mailbox(':memory:')
  const send = async (message: Parameters<Deps['mail']['send']>[0], key: string) => {
    const { to, subject, html, text, headers = {} } = message
    const email = { from: 'Shop <shop@example.com>', to: [to], subject, html, text, headers }
    return mailbox.accept({ ...email, tags: [], attachments: [] }, key, JSON.stringify(email))
  }
  const call = { service: 'mail', name: 'send', deadlineMs: MAIL_MS } as const
  return {
    mailbox,
    mail: {
      send: (message, key) => played(scene, call, () => send(message, key)),
      readEvent: async () => null,
    },
  }
}

/** The edge's cache: what was purged. */
export function stageCache(scene: Scene): { purged: string[]; cache: Deps['cache'] } {
  const purged: string[] = []
  const call = { service: 'cache', name: 'purge', deadlineMs: MAIL_MS } as const
  const purge = (tags: readonly string[]) => played(scene, call, async () => void purged.push(...tags))
  return { purged, cache: { purge } }
}
