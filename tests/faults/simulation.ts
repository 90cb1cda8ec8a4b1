import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { createApp } from '#api/app.ts'
import type { Deps } from '#api/deps.ts'
import { renderEmail } from '#api/emails.ts'
import { TIME_LIMITS } from '#api/http/request-timeout.ts'
import { noUnwrittenProblems } from '#api/platform/problems.ts'
import { ProfileError } from '#api/platform/profiles/profiles.ts'
import { startTimer } from '#api/platform/timer.ts'
import { renderRing } from '#api/rings.ts'
import { runScheduled } from '#api/scheduled.ts'
import { askNextFlorist } from '#api/shop-orders/ask-next.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { callDirectly } from '#tests/support/direct-client.ts'
import { signIn } from '#tests/support/staff.ts'
import type { Reported } from './door.ts'
import { FaultInjector } from './fault-injector.ts'
import type { Wish } from './florist-texts.ts'
import { Scheduler } from './scheduler.ts'
import {
  simulateCache,
  simulateDatabase,
  simulateMail,
  simulatePayments,
  simulateRings,
  simulateStorage,
} from './simulated-services.ts'

const UNLIMITED = { max: 100_000, seconds: 60 }
const CONFIG: Deps['config'] = {
  origin: 'https://shop.example',
  authKeys: [{ id: 'simulation', secret: 'a-secret-of-the-simulation-and-of-nothing-else' }],
  paymentMethods: ['card'],
  wrongSettings: [],
  healthToken: null,
  pushStandIn: null,
  requireSecondFactor: false,
  agents: true,
  agentCheckouts: UNLIMITED.max,
  loopbackProfiles: false,
  reconcileHours: 2,
  photoDays: 180,
  clientsToFillADay: 1,
  placesPerClient: UNLIMITED.max,
  timeLimits: TIME_LIMITS,
  limits: {
    signIn: UNLIMITED,
    placement: UNLIMITED,
    lookUp: UNLIMITED,
    waitlist: UNLIMITED,
    stop: UNLIMITED,
    pageViews: UNLIMITED,
    browserErrors: UNLIMITED,
    profileFetches: UNLIMITED,
    agentReads: UNLIMITED,
    agentWrites: UNLIMITED,
  },
}

/** Making a picture takes real time, which the scheduler does not know of. */
const UNCHANGED_PICTURES: Omit<Deps['pictures'], 'takeRoom'> = {
  photo: async (bytes) => ({ bytes, type: 'image/jpeg', width: 32, height: 24 }),
  smallPhoto: async (bytes) => ({ bytes, type: 'image/webp' }),
  productPictures: () => Promise.reject(new Error('Nobody uploads a picture of a product')),
}

export type Simulation = Awaited<ReturnType<typeof openSimulation>>
export type Answer = { status: number; body: Record<string, unknown> }

/**
 * A whole shop driven by the scheduler: the real API and its scheduled work, a database of its own, the stand-ins' rules. Only its
 * dependencies are simulated. One simulation at a time: it replaces the process's clock.
 */
export async function openSimulation({ seed, start }: { seed: string; start: Date }) {
  const database = await openTestDatabase({ seeded: true })
  const folder = await mkdtemp(join(tmpdir(), 'simulation-'))
  const scheduler = new Scheduler(seed, start)
  const injector = new FaultInjector()
  const context = { scheduler, injector }
  const vacuum = database.client.execute.bind(database.client)
  const closeDirect = callDirectly(database.client, database.file, () => true)
  const straight = simulateDatabase(context, database.client)
  const { provider, payments } = simulatePayments(context)
  const { mailbox, mail } = simulateMail(context)
  const { rung, push, texts } = simulateRings(context)
  const { cache, purged } = simulateCache(context)
  const { objects, storage } = simulateStorage(context)
  const deps: Deps = {
    renderEmail,
    texts,
    renderRing,
    askNextFlorist,
    db: database.db,
    payments,
    mail,
    push,
    cache,
    storage,
    pictures: {
      ...UNCHANGED_PICTURES,
      takeRoom: () => ({ grow: () => {}, startWork: () => {}, giveBack: scheduler.awaitsOwnWork() }),
    },
    hashing: { refuseWhenFull: () => {}, run: (_lane, _weight, work) => work() },
    analytics: null,
    profiles: { fetch: () => Promise.reject(new ProfileError('unreachable', 'No agent asks')) },
    knownPlatforms: new Map(),
    clock: { now: () => new Date(scheduler.time.now) },
    startTimer,
    config: CONFIG,
    unwrittenProblems: noUnwrittenProblems(),
    log: (level, event, fields = {}) => {
      // Ids differ between runs of the same seed, and so are the short hashes of payment sessions.
      const details = JSON.stringify(fields).replaceAll(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|"[0-9a-f]{12}"/g,
        '…',
      )
      if (level !== 'info') scheduler.trace.push(`  ${event} ${details}`)
    },
    random: (length) => Uint8Array.from({ length }, () => Math.floor(scheduler.rng() * 256)),
    waitUntil: (work) => scheduler.waitUntil(work),
  }
  const app = createApp(deps)
  const copies: string[] = []
  const opened: Client[] = []
  const close = async () => {
    scheduler.uninstall()
    for (const client of opened) client.close()
    provider.store.close()
    mailbox.close()
    closeDirect()
    await database.close()
    await rm(folder, { recursive: true })
  }
  scheduler.install()
  const signInAs = (name: string) => signIn({ app, db: database.db, deps }, { email: `${name}@shop.example` })
  const signInBoth = async () => [await signInAs('ada'), await signInAs('ben')] as const
  const admins = await signInBoth().catch(async (error: unknown) => {
    await close()
    throw error
  })
  /** Answers that no fault explains. */
  const wrong: string[] = []
  /** The reports about deliveries that were answered with success. */
  const reported: Reported[] = []
  /** Orders of which an admin has sent a message again that may have gone. */
  const sentAgain = new Set<string>()
  /** STOP and START that were answered with success. */
  const wishes: Wish[] = []

  const ask = (name: string, send: () => Promise<Answer>): Promise<Answer> =>
    scheduler.run(name, async (met) => {
      const answer = await send()
      scheduler.trace.push(`${name} is answered ${answer.status} ${String(codeOf(answer) ?? '')}`)
      if (answer.status === 200) injector.count(name.replace(/\d|^ada |^ben /g, ''))
      if (answer.status >= 500) injector.count(`answered ${answer.status}`)
      if (answer.status === 500 && met.length === 0) {
        wrong.push(`${name}: answered 500 though nothing failed`)
      }
      return answer
    })

  return {
    scheduler,
    injector,
    db: database.db,
    deps,
    admins,
    provider,
    mailbox,
    purged,
    rung,
    /** The stored pictures, by key. */
    objects,
    wrong,
    reported,
    sentAgain,
    wishes,
    ask,
    /** Sends a picture as the florist's page does. */
    upload: (name: string, token: string, query: Record<string, string>, picture: Uint8Array<ArrayBuffer>) =>
      ask(name, async () => {
        const response = await app.request(`/api/florist/photos?${new URLSearchParams(query)}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' },
          body: picture,
        })
        return { status: response.status, body: await response.json() }
      }),
    /** A request without a session. */
    post: (name: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
      ask(name, async () => {
        const response = await app.request(`/api${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        })
        const text = await response.text()
        return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
      }),
    /** @returns what failed meanwhile, complete once the run has ended */
    scheduled: () =>
      scheduler.run('scheduled work', async (met) => {
        await runScheduled(deps)
        return met
      }),
    rows: async (sql: string, ...args: (string | number | null)[]) =>
      (await straight.execute({ sql, args })).rows,
    /** Copies the database as it is. @returns how to go back to that copy, once */
    copy: async () => {
      const file = join(folder, `copy-${copies.length}.db`)
      copies.push(file)
      await vacuum({ sql: 'vacuum into ?', args: [file] })
      return () => {
        const client = createClient({ url: `file:${file}` })
        opened.push(client)
        Object.assign(straight, { execute: client.execute.bind(client), batch: client.batch.bind(client) })
      }
    },
    close,
  }
}

/** The error code of an answer. */
export function codeOf({ body }: Answer): unknown {
  const error = body['error']
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
