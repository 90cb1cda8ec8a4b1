import { waitUntil } from 'cloudflare:workers'
import { drizzle } from 'drizzle-orm/libsql'
import { authKeysOf, listOf, type SettingFault, type Settings } from '#api/env.ts'
import { SITE } from '#domain/site.ts'
import type { Deps, Log } from './deps.ts'
import { renderEmail } from './emails.ts'
import { timeLimits } from './http/request-timeout.ts'
import { googleAnalytics } from './platform/analytics.ts'
import { databaseClient } from './platform/database/client.ts'
import { logFailure, logLine } from './platform/failure.ts'
import { createHashingQueue } from './platform/hashing-queue.ts'
import { resendMail } from './platform/mail/resend.ts'
import { stripePayments } from './platform/payments/stripe.ts'
import { type Images, platformPictures } from './platform/pictures/images.ts'
import { noUnwrittenProblems } from './platform/problems.ts'
import { webProfiles } from './platform/profiles/web-profiles.ts'
import { webPush } from './platform/push/web-push.ts'
import { type Bucket, r2Storage } from './platform/storage/storage.ts'
import { telnyxTexts } from './platform/texts/telnyx.ts'
import type { Texts } from './platform/texts/texts.ts'
import { startTimer } from './platform/timer.ts'
import { renderRing } from './rings.ts'
import { askNextFlorist } from './shop-orders/ask-next.ts'

/**
 * The outside world as the deployed Worker has it: Turso, Stripe, Resend, the edge's cache and clock.
 * @param faults of settings that their defaults replace
 * @param bindings undefined ones: the Worker has none, and no picture can be stored
 */
export function productionDeps(
  settings: Settings,
  faults: readonly SettingFault[],
  { bucket, images }: { bucket: Bucket | undefined; images: Images | undefined },
): Deps {
  const deps: Deps = {
    db: drizzle(databaseClient({ url: settings.DATABASE_URL, authToken: settings.DATABASE_AUTH_TOKEN }), {
      casing: 'snake_case',
    }),
    payments: stripePayments({
      secretKey: settings.STRIPE_SECRET_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      apiUrl: settings.STRIPE_API_URL,
      timeoutFactor: settings.TIME_LIMIT_FACTOR,
    }),
    mail: resendMail({
      apiKey: settings.RESEND_API_KEY,
      apiUrl: settings.RESEND_API_URL,
      webhookSecret: settings.RESEND_WEBHOOK_SECRET,
      from: SITE.mailFrom,
      timeoutFactor: settings.TIME_LIMIT_FACTOR,
    }),
    push:
      settings.VAPID_PUBLIC_KEY && settings.VAPID_PRIVATE_KEY
        ? webPush({
            publicKey: settings.VAPID_PUBLIC_KEY,
            privateKey: settings.VAPID_PRIVATE_KEY,
            subject: settings.VAPID_SUBJECT,
            standIn: settings.PUSH_STAND_IN,
            timeoutFactor: settings.TIME_LIMIT_FACTOR,
          })
        : null,
    texts: textsOf(settings),
    storage: r2Storage(bucket),
    profiles: webProfiles(startTimer, settings.TIME_LIMIT_FACTOR),
    knownPlatforms: new Map(),
    renderEmail,
    renderRing,
    askNextFlorist,
    analytics: settings.MEASUREMENT_ID
      ? googleAnalytics({
          measurementId: settings.MEASUREMENT_ID,
          apiSecret: settings.MEASUREMENT_SECRET,
          url: settings.MEASUREMENT_URL,
        })
      : null,
    clock: { now: () => new Date() },
    startTimer,
    cache: { purge: purgeTags },
    pictures: platformPictures(images, () => Date.now()),
    hashing: createHashingQueue(),
    config: {
      origin: settings.SITE_ORIGIN.replace(/\/$/, ''),
      authKeys: authKeysOf(settings.AUTH_KEYS),
      healthToken: settings.HEALTH_TOKEN ?? null,
      pushStandIn: settings.PUSH_STAND_IN ?? null,
      requireSecondFactor: settings.REQUIRE_SECOND_FACTOR,
      agents: settings.AGENTS,
      agentCheckouts: settings.AGENT_CHECKOUTS,
      loopbackProfiles: settings.UCP_ALLOW_LOOPBACK,
      paymentMethods: listOf(settings.PAYMENT_METHODS),
      wrongSettings: faults.map(({ name }) => name),
      reconcileHours: settings.RECONCILE_HOURS,
      photoDays: settings.PHOTO_DAYS,
      placesPerClient: settings.PLACES_PER_CLIENT,
      clientsToFillADay: settings.CLIENTS_TO_FILL_A_DAY,
      timeLimits: timeLimits(settings.TIME_LIMIT_FACTOR),
      limits: {
        signIn: { max: settings.SIGN_INS_PER_MINUTE, seconds: 60 },
        placement: { max: settings.PLACEMENTS_PER_MINUTE, seconds: 60 },
        lookUp: { max: settings.LOOK_UPS_PER_MINUTE, seconds: 60 },
        waitlist: { max: settings.WAITLIST_PER_MINUTE, seconds: 60 },
        stop: { max: settings.STOP_CODES_PER_MINUTE, seconds: 60 },
        agentReads: { max: settings.AGENT_READS_PER_MINUTE, seconds: 60 },
        agentWrites: { max: settings.AGENT_WRITES_PER_MINUTE, seconds: 60 },
        browserErrors: { max: settings.BROWSER_ERRORS_PER_MINUTE, seconds: 60 },
        pageViews: { max: settings.PAGE_VIEWS_PER_MINUTE, seconds: 60 },
        profileFetches: { max: settings.PROFILE_FETCHES_PER_MINUTE, seconds: 60 },
      },
    },
    log,
    unwrittenProblems: noUnwrittenProblems(),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    waitUntil: (work) =>
      waitUntil(work.catch((error: unknown) => logFailure(deps, 'deferred_work_failed', error))),
  }
  return deps
}

/** Null without all of its settings. */
function textsOf(settings: Settings): Texts | null {
  const {
    TELNYX_API_KEY: apiKey,
    TELNYX_PUBLIC_KEY: publicKey,
    TELNYX_FROM: from,
    TELNYX_API_URL: apiUrl,
  } = settings
  if (!apiKey || !publicKey || !from) return null
  return telnyxTexts({ apiKey, publicKey, from, apiUrl, timeoutFactor: settings.TIME_LIMIT_FACTOR })
}

/** Structured lines, read by Workers Logs. */
export const log: Log = (level, event, fields) => console[level](logLine(level, event, fields))

type WorkersCache = { purge(what: { tags: string[] }): Promise<unknown> }

/** Workers' own cache when deployed. `npm start` binds its edge in the place of it; `npm run dev` keeps nothing. */
async function purgeTags(tags: readonly string[]): Promise<void> {
  const workers: { env: Record<string, unknown>; cache?: unknown } = await import('cloudflare:workers')
  const cache = (workers.env['LOCAL_CACHE'] ?? workers.cache) as Partial<WorkersCache> | undefined
  await cache?.purge?.({ tags: [...tags] })
}
