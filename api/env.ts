import * as z from 'zod/mini'
import type { AuthKey } from '#api/deps.ts'
import { DEFAULT_PAYMENT_METHODS } from '#domain/payment-methods.ts'
import { PHOTO_DAYS_KEPT } from '#domain/photos.ts'
import { SITE } from '#domain/site.ts'

/** Where Stripe's hosted checkout lives. */
export const DEFAULT_PAYMENT_PAGE = 'https://checkout.stripe.com'

const text = (missing: string) => z.string({ error: missing }).check(z.minLength(1, missing))
const url = (missing: string) => text(missing).check(z.url(missing))

/** A number, written plainly: `1e9`, `0x10` and `true` are none. @param to the most that it may be; absent: any number */
function number(name: string, usual: number, { from = 1, to = Number.MAX_SAFE_INTEGER, whole = true } = {}) {
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} or more` : `from ${from} to ${to}`
  const kind = whole ? 'whole number' : 'number'
  const form = whole ? /^\d+$/ : /^\d+(\.\d+)?$/
  const isRight = (text: string) => form.test(text) && Number(text) >= from && Number(text) <= to
  const message = `${name} is a ${kind}, ${range}`
  const checked = z.string(message).check(z.refine(isRight, message))
  return z._default(z.pipe(checked, z.transform(Number)), usual)
}

/** On or off. Neither word is wrong in capital letters. @param usual while it is not set */
function onOrOff(name: string, usual = false) {
  const error = `${name} is true or false`
  const words = { truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] }
  return z._default(z.stringbool({ ...words, error }), usual)
}

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

const HEALTH_TOKEN_MIN = 24
const HEALTH_TOKEN_RULE = `HEALTH_TOKEN has ${HEALTH_TOKEN_MIN} characters at least`

const onlyHere = (address: string) => /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?$/.test(address)

const isOnThisMachine = (address: string) =>
  ['localhost', '127.0.0.1'].includes(URL.parse(address)?.hostname ?? '')

/** One of the two keys for pushes. */
function keyOfPair(name: string, shape: RegExp) {
  return form(`${name} is no key in base64url: npm run push-keys makes a pair`, shape)
}

/** A text of a form, of a setting that belongs to others: they are not missed before this one is well-formed. */
function form(error: string, shape: RegExp) {
  return z.string(error).check(z.regex(shape, { error, abort: true }))
}

const set = 'Set it with `npx wrangler secret put'
/** The database's client takes addresses with these protocols. */
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
  DATABASE_AUTH_TOKEN: z.optional(z.string('DATABASE_AUTH_TOKEN is a text')),
  STRIPE_SECRET_KEY: text(`STRIPE_SECRET_KEY is missing. ${set} STRIPE_SECRET_KEY\`.`),
  STRIPE_WEBHOOK_SECRET: text(`STRIPE_WEBHOOK_SECRET is missing. ${set} STRIPE_WEBHOOK_SECRET\`.`),
  /** Another address than Stripe's own; npm start sets the stand-in's. */
  STRIPE_API_URL: z.optional(url('STRIPE_API_URL is not an address')),
  /** Where the hosted checkout lives: the security policy lets forms lead there. */
  PAYMENT_PAGE_ORIGIN: z._default(url('PAYMENT_PAGE_ORIGIN is not an address'), DEFAULT_PAYMENT_PAGE),
  PAYMENT_METHODS: z._default(
    z
      .string('PAYMENT_METHODS is a text: card,link')
      .check(z.refine((methods) => listOf(methods).length > 0, 'PAYMENT_METHODS names no method')),
    DEFAULT_PAYMENT_METHODS.join(','),
  ),
  /** Longer than any session can be paid; more after the database was restored to an older copy (docs/reliability.md). */
  RECONCILE_HOURS: number('RECONCILE_HOURS', 2, { from: 2, to: 24 * 90, whole: false }),
  RESEND_API_KEY: text(`RESEND_API_KEY is missing. ${set} RESEND_API_KEY\`.`),
  RESEND_WEBHOOK_SECRET: text(
    `RESEND_WEBHOOK_SECRET is missing: the signing secret of Resend's webhook. ${set} RESEND_WEBHOOK_SECRET\`.`,
  ).check(z.regex(/^whsec_[A-Za-z0-9+/]{24,}={0,2}$/, 'RESEND_WEBHOOK_SECRET is whsec_ and a key in base64')),
  RESEND_API_URL: z._default(url('RESEND_API_URL is not an address'), 'https://api.resend.com'),
  /** Text messages: all three, or none. Without them no text is sent. */
  TELNYX_API_KEY: z.optional(text('TELNYX_API_KEY is a text')),
  TELNYX_PUBLIC_KEY: z.optional(
    form('TELNYX_PUBLIC_KEY is a key of 32 bytes in base64', /^[A-Za-z0-9+/]{43}=$/),
  ),
  TELNYX_FROM: z.optional(
    form('TELNYX_FROM is a US number without spaces: +18885550100', /^\+1[2-9]\d{2}[2-9]\d{6}$/),
  ),
  TELNYX_API_URL: z._default(url('TELNYX_API_URL is not an address'), 'https://api.telnyx.com'),
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
  REQUIRE_SECOND_FACTOR: onOrOff('REQUIRE_SECOND_FACTOR'),
  /** Off: nothing of what agents use is there (docs/agents.md). */
  AGENTS: onOrOff('AGENTS', true),
  /** Calls of agents from one network; a platform may make five times as many from all of its own. */
  AGENT_READS_PER_MINUTE: number('AGENT_READS_PER_MINUTE', 300),
  AGENT_WRITES_PER_MINUTE: number('AGENT_WRITES_PER_MINUTE', 100),
  /** Open checkouts of one platform. */
  AGENT_CHECKOUTS: number('AGENT_CHECKOUTS', 2000),
  /** Profiles of all platforms together that are fetched; those that were read lately are not. */
  PROFILE_FETCHES_PER_MINUTE: number('PROFILE_FETCHES_PER_MINUTE', 600),
  /** On: platforms may have their profiles on this machine. The shop calls the addresses that they name: elsewhere it is refused. */
  UCP_ALLOW_LOOPBACK: onOrOff('UCP_ALLOW_LOOPBACK'),
  /** Whoever sends it reads why the shop is unwell at /api/health; everybody else, and everybody without it, only whether it is. */
  HEALTH_TOKEN: z.optional(
    z.string(HEALTH_TOKEN_RULE).check(z.minLength(HEALTH_TOKEN_MIN, HEALTH_TOKEN_RULE)),
  ),
  SIGN_INS_PER_MINUTE: number('SIGN_INS_PER_MINUTE', 20),
  PLACEMENTS_PER_MINUTE: number('PLACEMENTS_PER_MINUTE', 10),
  /** The buyer's page shows photographs for a week after the delivery. */
  PHOTO_DAYS: number('PHOTO_DAYS', PHOTO_DAYS_KEPT, { from: 30, to: 3650 }),
  /** Unpaid orders that one client may hold where the number of bouquets is limited. */
  PLACES_PER_CLIENT: number('PLACES_PER_CLIENT', 3),
  /** One client holds a third of a day's places at most, or one. */
  CLIENTS_TO_FILL_A_DAY: number('CLIENTS_TO_FILL_A_DAY', 3),
  LOOK_UPS_PER_MINUTE: number('LOOK_UPS_PER_MINUTE', 40),
  WAITLIST_PER_MINUTE: number('WAITLIST_PER_MINUTE', 10),
  STOP_CODES_PER_MINUTE: number('STOP_CODES_PER_MINUTE', 10),
  /** The id of the shop at the analytics service; without it no page counts anything. Pages read it, too (src/fetch.ts). */
  MEASUREMENT_ID: z.optional(z.string('MEASUREMENT_ID is a text')),
  MEASUREMENT_SECRET: z.optional(z.string('MEASUREMENT_SECRET is a text')),
  MEASUREMENT_URL: z._default(
    url('MEASUREMENT_URL is not an address'),
    'https://www.google-analytics.com/mp/collect',
  ),
  /** The key pair by which push services know the shop. Without it, no page offers to ring a phone. */
  VAPID_PUBLIC_KEY: z.optional(keyOfPair('VAPID_PUBLIC_KEY', /^B[\w-]{86}$/)),
  VAPID_PRIVATE_KEY: z.optional(keyOfPair('VAPID_PRIVATE_KEY', /^[\w-]{43}$/)),
  /** Where a push service reaches whoever runs the shop. */
  VAPID_SUBJECT: z._default(
    z
      .string('VAPID_SUBJECT is a text')
      .check(z.regex(/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'VAPID_SUBJECT is mailto:… or https://…')),
    `mailto:${SITE.supportEmail}`,
  ),
  /** The origin of a push service on this machine; npm start sets it. Devices name the address that we call: no other host counts. */
  PUSH_STAND_IN: z.optional(
    z
      .string('PUSH_STAND_IN is a text')
      .check(z.refine(onlyHere, 'PUSH_STAND_IN is an origin on this machine: http://127.0.0.1:…')),
  ),
  /** Multiplies how long calls may take: tests on a busy machine are about something else. */
  TIME_LIMIT_FACTOR: number('TIME_LIMIT_FACTOR', 1, { to: 100, whole: false }),
  BROWSER_ERRORS_PER_MINUTE: number('BROWSER_ERRORS_PER_MINUTE', 10),
  PAGE_VIEWS_PER_MINUTE: number('PAGE_VIEWS_PER_MINUTE', 120),
})

export type SettingName = keyof typeof fields.shape

/** The names of all settings. */
export const SETTING_NAMES = Object.keys(fields.shape) as SettingName[]

/**
 * The values that count instead of a wrong one where the default would open more. Every other default is what a shop should have,
 * or closes: a limit of 1 would turn shoppers away, and fewer PHOTO_DAYS would delete photographs for good.
 */
const WHEN_WRONG: Partial<Record<SettingName, string>> = {
  REQUIRE_SECOND_FACTOR: 'true',
  AGENTS: 'false',
}

const schema = fields.check(
  needs('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'),
  needs('VAPID_PRIVATE_KEY', 'VAPID_PUBLIC_KEY'),
  needs('TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY'),
  needs('TELNYX_PUBLIC_KEY', 'TELNYX_FROM'),
  needs('TELNYX_FROM', 'TELNYX_API_KEY'),
  z.refine(({ UCP_ALLOW_LOOPBACK, SITE_ORIGIN }) => !UCP_ALLOW_LOOPBACK || isOnThisMachine(SITE_ORIGIN), {
    path: ['UCP_ALLOW_LOOPBACK'],
    error: 'UCP_ALLOW_LOOPBACK is only for a shop on this machine, with SITE_ORIGIN at localhost',
  }),
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

/** Names the setting that is there, so that the shop goes on without those that belong together. */
function needs(given: SettingName, other: SettingName) {
  return z.refine<z.infer<typeof fields>>(
    (settings) => settings[given] === undefined || settings[other] !== undefined,
    { path: [given], error: `${given} is of no use without ${other}, which is missing or wrong` },
  )
}

export type Settings = z.infer<typeof schema>

/** A setting that is missing or wrong, and where to set it; never its value. */
export type SettingFault = { name: string; message: string }

/**
 * A binding as its setting is read: spaces around a text do not count, and the numbers and booleans of wrangler.toml count as
 * they are written.
 * @returns undefined for what is not set: null, and a blank text except where only a clear `false` may open something
 */
export function settingValue(name: string, binding: unknown): unknown {
  if (typeof binding === 'number' || typeof binding === 'boolean') return String(binding)
  const value = typeof binding === 'string' ? binding.trim() : binding
  return value === null || (value === '' && !(name in WHEN_WRONG)) ? undefined : value
}

/**
 * Reads the settings.
 * @returns every fault at once; the settings all the same where something takes the place of what is wrong, else null
 */
export function readSettings(bindings: object): { settings: Settings | null; faults: SettingFault[] } {
  const given = Object.fromEntries(
    SETTING_NAMES.flatMap((name) => {
      const value = settingValue(name, Reflect.get(bindings, name))
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const faults: SettingFault[] = []
  const isFaulty = (name: string) => faults.some((fault) => fault.name === name)
  for (;;) {
    const usable = Object.entries(given).filter(([name]) => !isFaulty(name))
    const closed = Object.entries(WHEN_WRONG).filter(([name]) => isFaulty(name))
    const read = schema.safeParse(Object.fromEntries([...usable, ...closed]))
    if (read.success) return { settings: read.data, faults }
    // A rule about several settings is checked only once each of them is well-formed.
    const more = faultsOf(read.error).filter(({ name }) => !isFaulty(name))
    if (more.length === 0) return { settings: null, faults }
    faults.push(...more)
  }
}

/** Says why the value of a setting is refused; null if it is not. */
export function fieldFault(name: SettingName, value: string): string | null {
  const read = fields.shape[name].safeParse(settingValue(name, value))
  return read.success ? null : (read.error.issues[0]?.message ?? `${name} is wrong`)
}

function faultsOf({ issues }: z.core.$ZodError): SettingFault[] {
  return issues.map(({ path, message }) => ({ name: path.join('.'), message }))
}
