import * as z from 'zod/mini'
import type { AuthKey } from '#api/deps.ts'
import { DEFAULT_PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { PHOTO_DAYS_KEPT } from '#domain/photos.ts'
import { SITE } from '#domain/site.ts'

/** Where Stripe's hosted checkout lives. */
export const DEFAULT_PAYMENT_PAGE = 'https://checkout.stripe.com'

const text = (missing: string) => z.string({ error: missing }).check(z.minLength(1, missing))
const url = (missing: string) => text(missing).check(z.url(missing))
const perMinute = z._default(z.coerce.number().check(z.int(), z.positive()), 10)
/** The parts of a setting with commas between them. */
export const listOf = (text: string) => text.split(',').flatMap((part) => part.trim() || [])
/** The keys of AUTH_KEYS, the newest first. */
export function authKeysOf(setting: string): [AuthKey, ...AuthKey[]] {
  const [newest, ...older] = listOf(setting).map((key) => {
    const colon = key.indexOf(':')
    return { id: key.slice(0, colon), secret: key.slice(colon + 1) }
  })
  if (!newest) throw new Error('There is no key to sign with')
  return [newest, ...older]
}

const set = 'Set it with `npx wrangler secret put'
/** Of addresses that the database's client takes. */
const DATABASE_PROTOCOLS = ['libsql:', 'https:', 'http:', 'wss:', 'ws:']

/** The Worker's bindings and secrets. Each message says what is missing and where to set it. */
const fields = z.object({
  SITE_ORIGIN: z._default(
    url('SITE_ORIGIN must be the address of the shop, under [vars] in wrangler.toml'),
    SITE.address,
  ),
  DATABASE_URL: text(
    `DATABASE_URL is missing: the address of the Turso database. ${set} DATABASE_URL\`.`,
  ).check(
    z.refine(
      (address) => DATABASE_PROTOCOLS.includes(URL.parse(address)?.protocol ?? ''),
      'DATABASE_URL is not the address of a database: libsql://…',
    ),
  ),
  DATABASE_AUTH_TOKEN: z.optional(z.string()),
  STRIPE_SECRET_KEY: text(`STRIPE_SECRET_KEY is missing. ${set} STRIPE_SECRET_KEY\`.`),
  STRIPE_WEBHOOK_SECRET: text(`STRIPE_WEBHOOK_SECRET is missing. ${set} STRIPE_WEBHOOK_SECRET\`.`),
  /** Another address than Stripe's own; npm start sets the stand-in's. */
  STRIPE_API_URL: z.optional(url('STRIPE_API_URL is not an address')),
  /** Where the hosted checkout lives: the security policy lets forms lead there. */
  PAYMENT_PAGE_ORIGIN: z._default(url('PAYMENT_PAGE_ORIGIN is not an address'), DEFAULT_PAYMENT_PAGE),
  PAYMENT_METHODS: z._default(
    z.string().check(z.refine((methods) => listOf(methods).length > 0, 'PAYMENT_METHODS names no method')),
    DEFAULT_PAYMENT_METHODS.join(','),
  ),
  /** Longer than any session can be paid; more after the database was restored to an older copy (docs/reliability.md). */
  RECONCILE_HOURS: z._default(z.coerce.number().check(z.gte(2), z.lte(24 * 90)), 2),
  RESEND_API_KEY: text(`RESEND_API_KEY is missing. ${set} RESEND_API_KEY\`.`),
  RESEND_WEBHOOK_SECRET: text(
    `RESEND_WEBHOOK_SECRET is missing: the signing secret of Resend's webhook. ${set} RESEND_WEBHOOK_SECRET\`.`,
  ).check(z.regex(/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/, 'RESEND_WEBHOOK_SECRET is whsec_ and a key in base64')),
  RESEND_API_URL: z._default(url('RESEND_API_URL is not an address'), 'https://api.resend.com'),
  /** Keys that sign access tokens, `name:secret`, the newest first; the others are still accepted. */
  AUTH_KEYS: text(`AUTH_KEYS is missing: name:secret, 32 characters at least. ${set} AUTH_KEYS\`.`).check(
    z.refine(
      (keys) => listOf(keys).length > 0 && listOf(keys).every((key) => /^[\w-]+:.{32,}$/.test(key)),
      'AUTH_KEYS is a list of name:secret with commas between them, each secret of 32 characters at least',
    ),
    z.refine((keys) => {
      const names = listOf(keys).map((key) => key.split(':', 1)[0])
      return new Set(names).size === names.length
    }, 'AUTH_KEYS has two keys of one name: a token says only the name of the key that signed it'),
  ),
  /** Admins without a second factor reach only their own account. */
  REQUIRE_SECOND_FACTOR: z._default(
    z.enum(['true', 'false'], 'REQUIRE_SECOND_FACTOR is true or false'),
    'false',
  ),
  SIGN_INS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.positive()), 20),
  PLACEMENTS_PER_MINUTE: perMinute,
  /** Unpaid orders that one client may hold where the number of bouquets is limited. */
  /** The buyer's page shows photographs for a week after the delivery. */
  PHOTO_DAYS: z._default(z.coerce.number().check(z.int(), z.gte(30), z.lte(3650)), PHOTO_DAYS_KEPT),
  PLACES_PER_CLIENT: z._default(z.coerce.number().check(z.int(), z.positive()), 3),
  LOOK_UPS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.positive()), 40),
  WAITLIST_PER_MINUTE: perMinute,
  /** Of the analytics service; without it no page counts anything. Pages read it, too (src/fetch.ts). */
  MEASUREMENT_ID: z.optional(z.string()),
  MEASUREMENT_SECRET: z.optional(z.string()),
  MEASUREMENT_URL: z._default(
    url('MEASUREMENT_URL is not an address'),
    'https://www.google-analytics.com/mp/collect',
  ),
  /** Multiplies how long calls may take: tests on a busy machine are about something else. */
  TIME_LIMIT_FACTOR: z._default(z.coerce.number().check(z.gte(1), z.lte(100)), 1),
  BROWSER_ERRORS_PER_MINUTE: perMinute,
  PAGE_VIEWS_PER_MINUTE: z._default(z.coerce.number().check(z.int(), z.positive()), 120),
})

const schema = fields.check(
  z.refine(
    ({ STRIPE_SECRET_KEY: key, STRIPE_API_URL: standIn, SITE_ORIGIN: origin }) =>
      standIn !== undefined ||
      !/^[sr]k_test_/.test(key) ||
      URL.parse(origin)?.host !== new URL(SITE.address).host,
    {
      path: ['STRIPE_SECRET_KEY'],
      error: `STRIPE_SECRET_KEY is a test key, with which nobody pays at ${SITE.address}. Set the live one, or set SITE_ORIGIN to the address of a trial shop.`,
    },
  ),
)

export type Settings = z.infer<typeof schema>

/** A setting that is missing or wrong, and where to set it; never its value. */
export type SettingFault = { name: string; message: string }

/**
 * Reads the settings. Spaces around a value do not count, and what is blank is not set.
 * @returns every fault at once; the settings all the same where a default takes the place of what is wrong, else null
 */
export function readSettings(bindings: object): { settings: Settings | null; faults: SettingFault[] } {
  const given = Object.fromEntries(
    Object.keys(fields.shape).flatMap((name) => {
      const value: unknown = Reflect.get(bindings, name)
      const text = typeof value === 'string' ? value.trim() : value
      return text === '' ? [] : [[name, text]]
    }),
  )
  const read = schema.safeParse(given)
  if (read.success) return { settings: read.data, faults: [] }
  const faults = faultsOf(read.error)
  const usable = Object.fromEntries(
    Object.entries(given).filter(([name]) => !faults.some((fault) => fault.name === name)),
  )
  const readAgain = schema.safeParse(usable)
  if (readAgain.success) return { settings: readAgain.data, faults }
  // A rule about several settings is checked only once each of them is well-formed.
  const more = faultsOf(readAgain.error).filter(({ name }) => name in usable)
  return { settings: null, faults: [...faults, ...more] }
}

/** Says why the value of a setting is refused; null if it is not. */
export function fieldFault(name: keyof typeof fields.shape, value: string): string | null {
  const read = fields.shape[name].safeParse(value.trim() || undefined)
  return read.success ? null : (read.error.issues[0]?.message ?? `${name} is wrong`)
}

function faultsOf({ issues }: z.core.$ZodError): SettingFault[] {
  return issues.map(({ path, message }) => ({ name: path.join('.'), message }))
}
