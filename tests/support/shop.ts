import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { createApp } from '#api/app.ts'
import type { Config, Deps } from '#api/deps.ts'
import { renderEmail } from '#api/emails.ts'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import type { Analytics } from '#api/platform/analytics.ts'
import { logFailure } from '#api/platform/failure.ts'
import { resendMail } from '#api/platform/mail/resend.ts'
import { stripePayments } from '#api/platform/payments/stripe.ts'
import { platformPictures } from '#api/platform/pictures/images.ts'
import { noUnwrittenProblems } from '#api/platform/problems.ts'
import { r2Storage } from '#api/platform/storage/storage.ts'
import { telnyxTexts } from '#api/platform/texts/telnyx.ts'
import type { Texts } from '#api/platform/texts/texts.ts'
import { renderRing } from '#api/rings.ts'
import { runScheduled } from '#api/scheduled.ts'
import { askNextFlorist } from '#api/shop-orders/ask-next.ts'
import type { EventType } from '#local/mail/events.ts'
import type { StoredEvent } from '#local/mail/mailbox.ts'
import { startMail } from '#local/mail/server.ts'
import { signedHeaders } from '#local/mail/signature.ts'
import { startPayments } from '#local/payments/server.ts'
import { openStateFile, type StateFile } from '#local/state-file.ts'
import { newKeys, signedHeaders as signedTextHeaders } from '#local/texts/signature.ts'
import { openServedDatabase } from './database.ts'
import { checkAnswers } from './documented-answers.ts'
import { manualTimers } from './manual-timers.ts'
import { memoryBucket } from './memory-bucket.ts'
import { COST } from './password.ts'
import { playedPlatforms } from './played-platforms.ts'
import { recordingPush } from './recording-push.ts'
import { sharpImages } from './sharp-images.ts'

export const SECRET_KEY = 'sk_test_of_the_tests'
const WEBHOOK_SECRET = 'whsec_of_the_tests'
export const MAIL_KEY = 're_of_the_tests'
const MAIL_WEBHOOK_SECRET = 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw=='
export const HEALTH_TOKEN = 'a-health-token-of-the-tests'
const ORIGIN = 'http://localhost:8787'
const GENEROUS = { max: 100_000, seconds: 60 }
/** A slow machine fails no test: the providers may take so many times as long, and other limits pass by `elapse` alone. */
const TIMEOUT_FACTOR = 30

/** 10:30 on a Thursday in New York: every option is open. */
export const MORNING = new Date('2026-06-04T14:30:00.000Z')

export type ProviderEventBody = {
  id: string
  type: string
  /** Unix seconds. */
  created: number
  data: { object: { id: string; client_reference_id: string | null } }
}

type SentMessage = {
  id: string
  to: string[]
  reply_to: string[]
  subject: string
  html: string
  text: string
  headers: Record<string, string>
}

type SentText = { id: string; to: string; text: string }

type Changes = Partial<Omit<Config, 'limits'>> & { limits?: Partial<Config['limits']> }

export type TestShop = Awaited<ReturnType<typeof openTestShop>>

/**
 * The whole API on a real libSQL database, with the real adapters talking to the stand-ins of Stripe and Resend.
 * The provider's webhooks do not come by themselves: `deliver` sends what a test wants, as often as it wants.
 */
export async function openTestShop(
  options: {
    now?: Date
    config?: Changes
    analytics?: Analytics
    copyOf?: string
    /** True if the database is always called as in production; otherwise it is only while it has a fault. */
    wire?: boolean
    hashing?: Deps['hashing']
  } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'apologize-shop-'))
  const { limits, ...rest } = options.config ?? {}
  const clock = { at: options.now ?? MORNING }
  const timers = manualTimers()
  const elapse = (ms: number) => {
    clock.at = new Date(clock.at.getTime() + ms)
    timers.elapse(ms)
  }
  const database = await openServedDatabase({
    seeded: true,
    direct: !options.wire,
    copyOf: options.copyOf,
    pause: async (ms) => elapse(ms),
  })
  // Over HTTP each call of the client is one request.
  let requests = 0
  const { client } = database
  const [execute, batch] = [client.execute.bind(client), client.batch.bind(client)]
  const counted: Pick<typeof client, 'execute' | 'batch'> = {
    execute: (...args: unknown[]) => {
      requests += 1
      return Reflect.apply(execute, client, args)
    },
    batch: (...args) => {
      requests += 1
      return batch(...args)
    },
  }
  Object.assign(client, counted)
  const payments = await startPayments({
    file: join(folder, 'payments.db'),
    host: '127.0.0.1',
    port: 0,
    webhookUrl: 'http://127.0.0.1:9/nobody',
    webhookSecret: WEBHOOK_SECRET,
    secretKey: SECRET_KEY,
    now: () => clock.at,
  })
  const mail = await startMail({
    file: join(folder, 'mail.db'),
    host: '127.0.0.1',
    port: 0,
    apiKey: MAIL_KEY,
  })
  await postJson(`${payments.url}/_local/webhooks`, { enabled: false })

  const { bucket, objects } = memoryBucket()
  const push = recordingPush()
  const platforms = playedPlatforms()
  const services = [database, payments, mail]
  const adapter = stripePayments({
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    apiUrl: payments.url,
    timeoutFactor: TIMEOUT_FACTOR,
  })
  const textKeys = newKeys()
  const sentTexts: SentText[] = []
  /** Takes every text; events are read as in production. Its `send` may be replaced. */
  const texts: Texts = {
    ...telnyxTexts({ apiKey: 'none', apiUrl: 'http://127.0.0.1:9', from: '+18885550100', ...textKeys }),
    send: async (to, text) => {
      const id = `text-${sentTexts.length + 1}`
      sentTexts.push({ id, to, text })
      return id
    },
  }
  const deferred: Promise<unknown>[] = []
  const logged: { level: string; event: string; fields: Record<string, unknown> }[] = []
  const deps: Deps = {
    renderEmail,
    texts: null,
    renderRing,
    askNextFlorist,
    db: database.db,
    payments: {
      ...adapter,
      createSession: (params, key, ms) => adapter.createSession(params, key, ms * TIMEOUT_FACTOR),
    },
    mail: resendMail({
      apiKey: MAIL_KEY,
      apiUrl: mail.url,
      webhookSecret: MAIL_WEBHOOK_SECRET,
      from: 'Shop <shop@example.com>',
      timeoutFactor: TIMEOUT_FACTOR,
    }),
    push,
    profiles: platforms,
    knownPlatforms: new Map(),
    storage: r2Storage(bucket),
    analytics: options.analytics ?? null,
    clock: { now: () => clock.at },
    startTimer: timers.startTimer,
    cache: { purge: async () => {} },
    pictures: platformPictures(sharpImages, () => clock.at.getTime()),
    hashing: options.hashing ?? {
      cost: COST,
      refuseWhenFull: () => {},
      run: (_lane, _weight, work) => work(),
    },
    config: {
      origin: ORIGIN,
      authKeys: [{ id: 'test', secret: 'a-secret-of-the-tests-and-of-nothing-else' }],
      paymentMethods: ['card'],
      wrongSettings: [],
      healthToken: HEALTH_TOKEN,
      pushStandIn: null,
      requireSecondFactor: false,
      agents: true,
      agentCheckouts: GENEROUS.max,
      loopbackProfiles: false,
      reconcileHours: 2,
      photoDays: 180,
      placesPerClient: GENEROUS.max,
      clientsToFillADay: 1,
      timeLimits: TIME_LIMITS,
      limits: {
        signIn: GENEROUS,
        placement: GENEROUS,
        lookUp: GENEROUS,
        waitlist: GENEROUS,
        stop: GENEROUS,
        agentReads: GENEROUS,
        agentWrites: GENEROUS,
        pageViews: GENEROUS,
        browserErrors: GENEROUS,
        profileFetches: GENEROUS,
        ...limits,
      },
      ...rest,
    },
    unwrittenProblems: noUnwrittenProblems(),
    log: (level, event, fields = {}) => logged.push({ level, event, fields }),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    // The Worker does the same.
    waitUntil: (work) =>
      deferred.push(work.catch((error: unknown) => logFailure(deps, 'deferred_work_failed', error))),
  }
  const app = createApp(deps)
  checkAnswers(app)
  const initial = Object.entries(deps).map(([name, value]) => [name, value, { ...value }] as const)
  const initialConfig = structuredClone(deps.config)
  const stores = ['payments.db', 'mail.db'].map((name) => openStateFile(join(folder, name), ''))

  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    answer(
      await app.request(`/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  const state = async () => {
    const response = await fetch(`${payments.url}/_local/state?limit=1000`)
    return (await response.json()) as { events: ProviderEventBody[]; sessions: { id: string }[] }
  }
  const signed = (body: string, at = clock.at, secret = WEBHOOK_SECRET) =>
    Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    })

  return {
    app,
    deps,
    db: database.db,
    client: database.client,
    databaseUrl: database.url,
    setDatabaseFault: database.setFault,
    /** Resolves when the database or a provider keeps a call waiting. */
    whenHeld: () => Promise.race(services.map(({ held }) => held.whenHeld())),
    release: () => {
      for (const { held } of services) held.release()
    },
    clock,
    payments,
    mail,
    /** The browsers' push services; `deps.push = null` is a shop without keys for them. */
    push,
    /** The platforms whose agents ask: a test publishes their profiles. */
    platforms,
    /** The stored pictures, by key. */
    objects,
    logged,
    post,
    signed,
    get: async (path: string, headers: Record<string, string> = {}) =>
      answer(await app.request(`/api${path}`, { headers })),
    /** Everything that was put off until after the answer. */
    settled: async () => {
      // Deferred work may defer more: a failure is kept.
      while (deferred.length > 0) await Promise.all(deferred.splice(0))
    },
    scheduled: () => runScheduled(deps),
    /** Lets time pass for whoever waits for an answer. */
    elapse,
    pass: (minutes: number) => {
      clock.at = new Date(clock.at.getTime() + minutes * 60_000)
    },
    /** Pays a session at the provider, as a shopper does on the hosted page. */
    pay: async (sessionId: string, card = '4242424242424242') => {
      const response = await postJson(`${payments.url}/_local/sessions/${sessionId}/pay`, { card })
      if (!response.ok) throw new Error(`The payment was refused: ${await response.text()}`)
    },
    providerState: state,
    /** The provider's events of one type, oldest first. */
    events: async (type: string) => (await state()).events.filter((event) => event.type === type).reverse(),
    /** Sends a webhook, signed now. */
    deliver: async (event: ProviderEventBody) => {
      const body = JSON.stringify(event)
      return post('/webhooks/stripe', body, { 'stripe-signature': signed(body) })
    },
    /** The messages in the mail box, newest first, optionally of one address. */
    messages: async (to?: string) => {
      const response = await fetch(`${mail.url}/_local/messages`)
      const all = (await response.json()) as SentMessage[]
      return to === undefined ? all : all.filter((message) => message.to.includes(to))
    },
    /** The mail provider's events, oldest first; with a type only those of it. They do not come by themselves. */
    mailEvents: async (type?: EventType) => {
      const response = await fetch(`${mail.url}/_local/events`)
      const all = (await response.json()) as StoredEvent[]
      return type === undefined ? all : all.filter((event) => event.type === type)
    },
    /** Makes the mail provider have news of a message. */
    addMailEvent: async (messageId: string, type: EventType) => {
      const response = await postJson(`${mail.url}/_local/messages/${messageId}/events`, { type })
      if (!response.ok) throw new Error(`No event was made: ${await response.text()}`)
    },
    /** Sends an event of the mail provider, signed now. */
    deliverMailEvent: ({ id, body }: Pick<StoredEvent, 'id' | 'body'>) =>
      post('/webhooks/resend', body, signedHeaders(id, body, MAIL_WEBHOOK_SECRET, clock.at)),
    /** Text messages, for `deps.texts`: a shop has none by itself. */
    texts,
    /** The texts that went, oldest first. */
    sentTexts,
    /** Sends an event of the text provider, signed now. */
    deliverTextEvent: (event: object) => {
      const body = JSON.stringify(event)
      return post('/webhooks/telnyx', body, signedTextHeaders(body, textKeys.privateKey, clock.at))
    },
    /** The number of requests to the database so far. */
    requests: () => requests,
    /** Brings everything back to how it was just after opening, in a few milliseconds. */
    reset: async () => {
      payments.setFault({ kind: 'none' })
      mail.setFault({ kind: 'none' })
      for (const { held } of services) held.release()
      while (deferred.length > 0) await Promise.allSettled(deferred.splice(0))
      Object.assign(client, counted)
      await database.reset()
      for (const store of stores) emptyTables(store)
      objects.clear()
      push.reset()
      platforms.reset()
      deps.knownPlatforms.clear()
      for (const [name, value, fields] of initial) {
        if (value !== null) Object.assign(value, fields)
        Object.assign(deps, { [name]: value })
      }
      Object.assign(deps.config, structuredClone(initialConfig))
      deps.unwrittenProblems.byFingerprint.clear()
      logged.length = 0
      sentTexts.length = 0
      clock.at = options.now ?? MORNING
      requests = 0
    },
    close: async () => {
      await Promise.allSettled(deferred)
      for (const store of stores) store.close()
      await payments.close()
      await mail.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function emptyTables(store: StateFile): void {
  const tables = store.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
  store.exec(`begin; ${tables.map((name) => `delete from "${name}"`).join(';')}; commit`)
}

function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function answer(response: Response) {
  const text = await response.text()
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : text
  return { status: response.status, headers: response.headers, body: body as Record<string, unknown> }
}
