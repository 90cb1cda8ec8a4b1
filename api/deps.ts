import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import type { Role } from '#domain/account.ts'
import type { KnownPlatforms } from './agents/platforms/known-platforms.ts'
import type { Analytics } from './platform/analytics.ts'
import type { HashingQueue } from './platform/hashing-queue.ts'
import type { Mail, Message } from './platform/mail/mail.ts'
import type { OutboxRow } from './platform/outbox/outbox.ts'
import type { Ring } from './platform/outbox/send-ring.ts'
import type { Payments } from './platform/payments/payments.ts'
import type { Pictures } from './platform/pictures/images.ts'
import type { UnwrittenProblems } from './platform/problems.ts'
import type { Profiles } from './platform/profiles/profiles.ts'
import type { Push } from './platform/push/push.ts'
import type { Storage } from './platform/storage/storage.ts'
import type { Texts } from './platform/texts/texts.ts'
import type { Timer } from './platform/timer.ts'

/** Drizzle over libSQL: Turso when deployed, the same wire protocol or a file here. */
export type Db = LibSQLDatabase<Record<string, never>>

/** The signed-in user, in which of their sessions, and whether they sign in with a second factor. */
export type CurrentSession = {
  id: string
  userId: string
  email: string
  role: Role
  secondFactor: boolean
  /** When they last said who they are in this session, ISO instant. */
  confirmedAt: string | null
}

/** The signed-in person of a request. `device`: their browser, `Firefox on Windows`. */
export type Caller = CurrentSession & { device: string }

/** Who has an access token, and until when it holds (ISO instant); null for nobody. */
export type KnownSession = { session: CurrentSession; expiresAt: string } | null

/** A session's tokens, as its browser keeps them. */
export type SessionTokens = {
  accessToken: string
  refreshToken: string
  /** ISO instant at which the session ends unless it is refreshed. */
  sessionEndsAt: string
  device: string | undefined
}

/** The time, as an argument, so that tests can set it. */
export type Clock = { now(): Date }

/** Structured log lines; never personal data. */
export type Log = (level: 'info' | 'warn' | 'error', event: string, fields?: Record<string, unknown>) => void

/** The edge's copies of the storefront's pages. */
type EdgeCache = { purge(tags: readonly string[]): Promise<void> }

/** No more than `max` requests from one client in any `seconds`. */
export type Limit = { max: number; seconds: number }

/** Time after which a call is answered with an error: a read, one of the back office, and whatever somebody writes. */
export type TimeLimits = { readMs: number; staffReadMs: number; writeMs: number }

/** Signs tokens, which name it. */
export type AuthKey = { id: string; secret: string }

export type Config = {
  /** Where shoppers see the shop, for example https://apologizebetter.com; no slash at the end. */
  origin: string
  /** The keys of access tokens, the newest first, which signs; the others are still accepted. */
  authKeys: readonly [AuthKey, ...AuthKey[]]
  /** Whoever sends it reads the details of the health check; null: nobody does. */
  healthToken: string | null
  /** The origin of a push service on this machine, whose subscriptions are taken, too; null: there is none. */
  pushStandIn: string | null
  /** Admins without a second factor reach only their own account. */
  requireSecondFactor: boolean
  /** True if agents find the shop, and links of theirs open it. */
  agents: boolean
  /** The number of open checkouts that one platform may have. */
  agentCheckouts: number
  /** True if platforms may have their profiles on this machine, where the shop itself is. */
  loopbackProfiles: boolean
  paymentMethods: readonly string[]
  /** Names of optional settings that are wrong; their defaults count. */
  wrongSettings: readonly string[]
  /** Hours back from now whose checkout sessions the scheduled run reads from the provider. */
  reconcileHours: number
  /** Days for which photographs of orders are kept. */
  photoDays: number
  /** The number of unpaid orders of limited markets that one client, one mailbox and one phone may hold, those of the last day included. */
  placesPerClient: number
  /** At least so many clients can fill a day of a market with unpaid orders. */
  clientsToFillADay: number
  timeLimits: TimeLimits
  limits: Record<
    | ('signIn' | 'placement' | 'lookUp' | 'waitlist' | 'stop' | 'pageViews' | 'browserErrors')
    | ('agentReads' | 'agentWrites' | 'profileFetches'),
    Limit
  >
}

/** Everything that the API uses from outside, given to createApp and to the scheduled work. Nothing else makes outside calls. */
export type Deps = {
  db: Db
  payments: Payments
  mail: Mail
  /** Null without its keys: then no phone can be rung, and no page offers it. */
  push: Push | null
  storage: Storage
  /** Writes out a message of the outbox (api/emails.ts); null when there is nothing to send. */
  renderEmail(deps: Pick<Deps, 'db' | 'config' | 'clock'>, row: OutboxRow): Promise<Message | null>
  /** Null without its settings: then nobody is texted, and nothing of texts is visible. */
  texts: Texts | null
  /** Writes out what rings a phone (api/florist-portal/ring.ts); null when there is nothing to ring for. */
  renderRing(deps: Pick<Deps, 'db' | 'config' | 'clock'>, row: OutboxRow): Promise<Ring | null>
  /** Asks the next florist about an order, as its payment does (api/shop-orders/ask-next.ts). */
  askNextFlorist(deps: Deps, orderId: string): Promise<boolean>
  /** The profiles of platforms whose agents ask. */
  profiles: Profiles
  /** The platforms whose profiles were read lately, in the memory of this isolate. */
  knownPlatforms: KnownPlatforms
  /** Null without a measurement id: then nothing is counted. */
  analytics: Analytics | null
  clock: Clock
  /** Starts a time limit, so that tests let it pass. */
  startTimer(ms: number): Timer
  cache: EdgeCache
  pictures: Pictures
  /** Slows password hashing down, so that other requests stay quick. */
  hashing: HashingQueue
  config: Config
  log: Log
  /** Problems that wait for the database to answer again. */
  unwrittenProblems: UnwrittenProblems
  /** Random bytes for references, ids and keys. */
  random(length: number): Uint8Array
  /** Lets work go on after the answer was sent (Workers' waitUntil). */
  waitUntil(work: Promise<unknown>): void
}
