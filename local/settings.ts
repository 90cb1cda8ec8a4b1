import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signInRequest } from '#api/auth/schema.ts'
import { PlainError } from './failure.ts'
import type { Ports } from './ports.ts'
import { makeKeyPair } from './push/keys.ts'
import { newKeys } from './texts/signature.ts'

/** Secrets made once at random and kept beside the data, readable by its owner only. */
export type Secrets = {
  adminEmail: string
  adminPassword: string
  stripeSecretKey: string
  stripeWebhookSecret: string
  resendApiKey: string
  resendWebhookSecret: string
  telnyxApiKey: string
  telnyxPublicKey: string
  telnyxPrivateKey: string
  databaseToken: string
  authKey: string
  healthToken: string
  vapidKeys: { publicKey: string; privateKey: string }
}

/** The folder of one copy's data. @param root of the project */
export function dataFolder(root: string, ports: Ports): string {
  return join(root, '.local', String(ports.shop))
}

/**
 * Reads the secrets of a copy, or makes them.
 * @param env may name the first admin, whom later starts then know, too
 * @throws PlainError about credentials that nobody could sign in with
 */
export function readSecrets(folder: string, env: NodeJS.ProcessEnv = {}): Secrets {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'secrets.json')
  const known: Partial<Secrets> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const random = (bytes: number) => randomBytes(bytes).toString('base64url')
  const textKeys = newKeys()
  const made: Secrets = {
    adminEmail: 'admin@apologizebetter.example',
    adminPassword: random(15),
    stripeSecretKey: `sk_test_${randomBytes(16).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(16).toString('hex')}`,
    resendApiKey: `re_${randomBytes(12).toString('hex')}`,
    resendWebhookSecret: `whsec_${randomBytes(24).toString('base64')}`,
    telnyxApiKey: `KEY${randomBytes(16).toString('hex')}`,
    telnyxPublicKey: textKeys.publicKey,
    telnyxPrivateKey: textKeys.privateKey,
    databaseToken: random(24),
    authKey: random(32),
    healthToken: random(24),
    vapidKeys: makeKeyPair(),
    // Values of an earlier start stay; those that a newer version brings are added.
    ...known,
  }
  const secrets = { ...made, ...adminCredentials(made, env) }
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 })
  return secrets
}

function adminCredentials(
  { adminEmail, adminPassword }: Secrets,
  env: NodeJS.ProcessEnv,
): Pick<Secrets, 'adminEmail' | 'adminPassword'> {
  const read = signInRequest.safeParse({
    email: env['ADMIN_EMAIL'] || adminEmail,
    password: env['ADMIN_PASSWORD'] || adminPassword,
  })
  if (read.success) return { adminEmail: read.data.email, adminPassword: read.data.password }
  const faults = read.error.issues.map(
    ({ path, message }) => `ADMIN_${path.join().toUpperCase()}: ${message}`,
  )
  throw new PlainError(faults.join('\n'))
}

/** Services that are real because their keys are set in the environment. */
export type Real = { database: boolean; payments: boolean; mail: boolean; push: boolean; texts: boolean }

/** Our number on this machine. */
export const LOCAL_NUMBER = '+18885550100'

export function realServices(env: NodeJS.ProcessEnv): Real {
  return {
    database: Boolean(env['DATABASE_URL']),
    payments: Boolean(env['STRIPE_SECRET_KEY']),
    mail: Boolean(env['RESEND_API_KEY']),
    push: Boolean(env['VAPID_PRIVATE_KEY']),
    texts: Boolean(env['TELNYX_API_KEY']),
  }
}

/** The Worker's settings for a copy on this machine: the stand-ins, unless real keys are set. */
export function workerSettings(
  ports: Ports,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Record<string, string> {
  const real = realServices(env)
  const given = (names: string[]) =>
    Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  return {
    // Another one where a proxy stands before the shop.
    SITE_ORIGIN: env['SITE_ORIGIN'] || `http://localhost:${ports.shop}`,
    ...(real.database
      ? given(['DATABASE_URL', 'DATABASE_AUTH_TOKEN'])
      : { DATABASE_URL: `http://127.0.0.1:${ports.database}`, DATABASE_AUTH_TOKEN: secrets.databaseToken }),
    ...(real.payments
      ? given(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'PAYMENT_METHODS'])
      : {
          STRIPE_SECRET_KEY: secrets.stripeSecretKey,
          STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
          STRIPE_API_URL: `http://127.0.0.1:${ports.payments}`,
          PAYMENT_PAGE_ORIGIN: `http://127.0.0.1:${ports.payments}`,
        }),
    ...(real.mail
      ? given(['RESEND_API_KEY', 'RESEND_WEBHOOK_SECRET'])
      : {
          RESEND_API_KEY: secrets.resendApiKey,
          RESEND_WEBHOOK_SECRET: secrets.resendWebhookSecret,
          RESEND_API_URL: `http://127.0.0.1:${ports.mail}`,
        }),
    ...(real.push
      ? given(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'])
      : {
          VAPID_PUBLIC_KEY: secrets.vapidKeys.publicKey,
          VAPID_PRIVATE_KEY: secrets.vapidKeys.privateKey,
          PUSH_STAND_IN: `http://127.0.0.1:${ports.push}`,
        }),
    ...(real.texts
      ? given(['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY', 'TELNYX_FROM'])
      : {
          TELNYX_API_KEY: secrets.telnyxApiKey,
          TELNYX_PUBLIC_KEY: secrets.telnyxPublicKey,
          TELNYX_FROM: LOCAL_NUMBER,
          TELNYX_API_URL: `http://127.0.0.1:${ports.texts}`,
        }),
    // Where the page views of a copy go, if anywhere.
    ...given(['MEASUREMENT_ID', 'MEASUREMENT_SECRET', 'MEASUREMENT_URL']),
    ...given(['TIME_LIMIT_FACTOR', 'REQUIRE_SECOND_FACTOR', 'AGENTS', 'UCP_ALLOW_LOOPBACK']),
    ...given(['PROFILE_FETCHES_PER_MINUTE']),
    AUTH_KEYS: env['AUTH_KEYS'] ?? `local:${secrets.authKey}`,
    // The local supervisor reads from the details if the shop serves.
    HEALTH_TOKEN: env['HEALTH_TOKEN'] ?? secrets.healthToken,
    // Everyone has one address here: the limits must not be felt.
    SIGN_INS_PER_MINUTE: env['SIGN_INS_PER_MINUTE'] ?? '1000',
    PLACEMENTS_PER_MINUTE: env['PLACEMENTS_PER_MINUTE'] ?? '1000',
    PLACES_PER_CLIENT: env['PLACES_PER_CLIENT'] ?? '1000',
    CLIENTS_TO_FILL_A_DAY: env['CLIENTS_TO_FILL_A_DAY'] ?? '1',
    LOOK_UPS_PER_MINUTE: env['LOOK_UPS_PER_MINUTE'] ?? '1000',
    WAITLIST_PER_MINUTE: env['WAITLIST_PER_MINUTE'] ?? '1000',
    STOP_CODES_PER_MINUTE: env['STOP_CODES_PER_MINUTE'] ?? '1000',
    AGENT_READS_PER_MINUTE: env['AGENT_READS_PER_MINUTE'] ?? '10000',
    AGENT_WRITES_PER_MINUTE: env['AGENT_WRITES_PER_MINUTE'] ?? '10000',
    BROWSER_ERRORS_PER_MINUTE: env['BROWSER_ERRORS_PER_MINUTE'] ?? '1000',
    PAGE_VIEWS_PER_MINUTE: env['PAGE_VIEWS_PER_MINUTE'] ?? '1000',
  }
}
