import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import Stripe from 'stripe'
import { readSettings, type Settings, settingValue } from '#api/env.ts'
import { type BusinessAddress, businessAddressLine, SITE } from '#domain/site.ts'
import { checkDatabase } from './check-database.ts'
import { ROOT } from './command.ts'
import { innermostMessage } from './failure.ts'
import {
  ASK_TIMEOUT_MS,
  EXAMPLE_HOST,
  type Finding,
  hostOfEmail,
  isExamplePhone,
  right,
  wrong,
} from './finding.ts'
import { publicKeyOf } from './push/keys.ts'
import {
  misplacedSettings,
  productionEnvironment,
  readVars,
  type WorkerEnvironment,
} from './worker-environment.ts'

/** The contact details of domain/site.ts. */
export type Contact = {
  address: string
  supportEmail: string
  supportPhone: string
  ownerEmail: string
  mailFrom: string
  businessAddress: BusinessAddress
}

/**
 * Checks the settings of a production shop, those under [vars] in wrangler.toml too, and prints what was found.
 * @returns true if nothing is wrong
 */
export async function reportSettings(): Promise<boolean> {
  const vars = readVars(ROOT)
  const findings = [
    ...checkBindings(readBindings(ROOT)),
    ...misplacedSettings(process.env, vars).map(({ name, says }) => wrong(name, says)),
    ...(await checkSettings(productionEnvironment(process.env, vars), SITE, ROOT)),
  ]
  const faults = findings.filter(({ isWrong }) => isWrong)
  // Messages of api/env.ts begin with the name.
  const line = ({ name, says }: Finding) => (says.startsWith(name) ? says : `${name}: ${says}`)
  for (const each of findings) if (!each.isWrong) console.log(`✓ ${line(each)}`)
  for (const each of faults) console.error(`✗ ${line(each)}`)
  return faults.length === 0
}

/** The bindings in wrangler.toml that are checked. */
type Bindings = { r2_buckets?: { binding?: string }[]; images?: { binding?: string } }

const readBindings = (root: string) => parse(readFileSync(join(root, 'wrangler.toml'), 'utf8')) as Bindings

/** Without these no picture can be stored. Whether the account has them shows when the Worker is uploaded. */
export function checkBindings({ r2_buckets = [], images }: Bindings): Finding[] {
  const bindings = [
    [
      'PICTURES',
      r2_buckets.some(({ binding }) => binding === 'PICTURES'),
      'the bucket, under [[r2_buckets]]',
    ],
    ['IMAGES', images?.binding === 'IMAGES', 'Cloudflare Images, under [images]; free up to 5,000 a month'],
  ] as const
  return bindings.map(([name, isThere, what]) => {
    const place = `${name} in wrangler.toml`
    return isThere ? right(place, what) : wrong(place, `is missing: ${what} (docs/deploy.md, Pictures)`)
  })
}

/**
 * Checks the settings of a production shop: whether each is present and well-formed, and whether it works where that can be
 * asked without changing anything.
 * @param environment secrets and variables, as the Worker would get them
 * @param root of the project
 */
export async function checkSettings(
  environment: WorkerEnvironment,
  contact: Contact,
  root: string,
): Promise<Finding[]> {
  const { settings, faults } = readSettings(environment)
  const malformed = faults.map(({ name, message }) => wrong(name, message))
  const given = (name: string) => {
    const value = settingValue(name, environment[name])
    return typeof value === 'string' && !faults.some((fault) => fault.name === name) ? value : null
  }
  const checks = [
    Promise.resolve([
      ...malformed,
      ...checkContact(contact),
      ...checkForms(given, settings),
      ...secondFactorFinding(settings),
      ...agentsFinding(settings),
      ...healthFinding(settings, malformed),
      ...pushFinding(given('VAPID_PUBLIC_KEY'), given('VAPID_PRIVATE_KEY')),
    ]),
    ask('DATABASE_URL', given('DATABASE_URL'), (url) =>
      checkDatabase({ url, authToken: given('DATABASE_AUTH_TOKEN') }, root, given('AUTH_KEYS')),
    ),
    ask('STRIPE_SECRET_KEY', given('STRIPE_SECRET_KEY'), (key) => checkStripe(key, given('STRIPE_API_URL'))),
    ask('RESEND_API_KEY', given('RESEND_API_KEY'), (key) =>
      checkResend(key, given('RESEND_API_URL') ?? 'https://api.resend.com', contact),
    ),
    ask('TELNYX_API_KEY', given('TELNYX_API_KEY'), (key) =>
      checkTelnyx(key, given('TELNYX_API_URL') ?? 'https://api.telnyx.com', given('TELNYX_FROM')),
    ),
  ]
  return (await Promise.all(checks)).flat()
}

async function ask(
  name: string,
  value: string | null,
  check: (value: string) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (value === null) return []
  try {
    return await check(value)
  } catch (error) {
    return [wrong(name, `does not answer: ${innermostMessage(error)}`)]
  }
}

function checkContact(contact: Contact): Finding[] {
  const { address, supportEmail, supportPhone, ownerEmail, mailFrom } = contact
  const hosts = {
    address: URL.parse(address)?.hostname ?? '',
    supportEmail: hostOfEmail(supportEmail),
    ownerEmail: hostOfEmail(ownerEmail),
    mailFrom: hostOfEmail(mailFrom),
  }
  const examples = Object.entries(hosts).map(([name, host]) =>
    EXAMPLE_HOST.test(host)
      ? wrong(`${name} in domain/site.ts`, `${host} is an example, which reaches nobody`)
      : right(`${name} in domain/site.ts`, host),
  )
  return [
    ...examples,
    isExamplePhone(supportPhone)
      ? wrong('supportPhone in domain/site.ts', `${supportPhone} is an example, which reaches nobody`)
      : right('supportPhone in domain/site.ts', supportPhone),
    checkBusinessAddress(contact),
  ]
}

/** Emails that are not about one's own order have to name a postal address that letters reach. */
function checkBusinessAddress({ businessAddress }: Contact): Finding {
  const name = 'businessAddress in domain/site.ts'
  const line = businessAddressLine(businessAddress)
  if (/\bexample\b/i.test(line)) return wrong(name, `${line} is an example, which no letter reaches`)
  const isComplete =
    Object.values(businessAddress).every((part) => part.trim() !== '') && /^\d{5}$/.test(businessAddress.zip)
  return isComplete ? right(name, line) : wrong(name, `${line} lacks a street, city, state or ZIP code`)
}

/** Finds values that the Worker would take and nobody issues. */
function checkForms(given: (name: string) => string | null, settings: Settings | null): Finding[] {
  const forms = [
    ['STRIPE_SECRET_KEY', /^[sr]k_(live|test)_\w+$/, 'is no secret key of Stripe: sk_live_…'],
    ['STRIPE_WEBHOOK_SECRET', /^whsec_\w{16,}$/, 'is no signing secret of a Stripe webhook: whsec_…'],
    ['RESEND_API_KEY', /^re_\w{8,}$/, 'is no key of Resend: re_…'],
    ['MEASUREMENT_ID', /^G-\w+$/, 'is no measurement id of Google Analytics: G-…'],
  ] as const
  const formFindings = forms.flatMap(([name, form, says]) => {
    const value = given(name)
    if (value === null) return []
    return form.test(value) ? [] : [wrong(name, says)]
  })
  const isWellFormed = (name: string) =>
    given(name) !== null && !formFindings.some((one) => one.name === name)
  const webhooks = ['STRIPE_WEBHOOK_SECRET', 'RESEND_WEBHOOK_SECRET', 'AUTH_KEYS']
    .filter(isWellFormed)
    .map((name) => right(name, 'is well-formed; whether it is the right one shows only in use'))
  const measures = [given('MEASUREMENT_ID'), given('MEASUREMENT_SECRET')].filter((value) => value !== null)
  const half =
    measures.length === 1
      ? [wrong('MEASUREMENT_ID', 'and MEASUREMENT_SECRET belong together: set both, or neither')]
      : []
  const host = settings && URL.parse(settings.SITE_ORIGIN)?.hostname
  const origin =
    given('SITE_ORIGIN') && host && EXAMPLE_HOST.test(host)
      ? [wrong('SITE_ORIGIN', `${host} is an example, which reaches nobody`)]
      : []
  return [...formFindings, ...webhooks, ...half, ...origin]
}

/** Tells which admins may do without a second factor, as the Worker decides it. */
function secondFactorFinding(settings: Settings | null): Finding[] {
  if (settings === null) return []
  const says = settings.REQUIRE_SECOND_FACTOR ? 'every admin needs one' : 'admins may do without one'
  return [right('REQUIRE_SECOND_FACTOR', says)]
}

/** Tells whether agents find the shop, as the Worker decides it. */
function agentsFinding(settings: Settings | null): Finding[] {
  if (settings === null) return []
  const says = settings.AGENTS
    ? 'agents find the shop, and their links open it'
    : 'agents do not find the shop'
  return [right('AGENTS', says)]
}

function healthFinding(settings: Settings | null, malformed: readonly Finding[]): Finding[] {
  const name = 'HEALTH_TOKEN'
  if (settings === null || malformed.some((finding) => finding.name === name)) return []
  const says = settings.HEALTH_TOKEN
    ? 'is well-formed'
    : 'is not set: /api/health says whether somebody has to act, and to nobody why'
  return [right(name, says)]
}

/** Tells whether phones can be rung. One key without the other is a fault that the settings name themselves. */
function pushFinding(publicKey: string | null, privateKey: string | null): Finding[] {
  const name = 'VAPID_PUBLIC_KEY'
  if (publicKey === null && privateKey === null)
    return [right(name, 'is not set: florists get emails, and no phone rings')]
  if (publicKey === null || privateKey === null) return []
  return publicKeyOf(privateKey) === publicKey
    ? [right(name, 'belongs to VAPID_PRIVATE_KEY')]
    : [wrong(name, 'is not the one of VAPID_PRIVATE_KEY: npm run push-keys makes a pair')]
}

async function checkStripe(key: string, apiUrl: string | null): Promise<Finding[]> {
  const name = 'STRIPE_SECRET_KEY'
  const response = await fetch(`${apiUrl ?? 'https://api.stripe.com'}/v1/account`, {
    headers: { authorization: `Bearer ${key}`, 'stripe-version': Stripe.API_VERSION },
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  })
  const body = (await response.json()) as StripeAccount | { error: { code?: string; message?: string } }
  const mode = /_test_/.test(key) ? 'test' : 'live'
  // A restricted key may lack the right to read its own account.
  if (response.status === 403) return [right(name, `works, in ${mode} mode; it may not read its account`)]
  if ('error' in body) return [wrong(name, `is refused by Stripe (${response.status})`)]
  const { id, charges_enabled } = body
  return charges_enabled
    ? [right(name, `works, in ${mode} mode, account ${id}`)]
    : [wrong(name, `belongs to account ${id}, which may not take payments yet: see Stripe’s dashboard`)]
}

type StripeAccount = { id: string; charges_enabled: boolean }

async function checkResend(key: string, apiUrl: string, { mailFrom }: Contact): Promise<Finding[]> {
  const name = 'RESEND_API_KEY'
  const response = await fetch(`${apiUrl}/domains`, {
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'apologize-better/1' },
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  })
  const body = (await response.json()) as { name?: string; data?: { name: string; status: string }[] }
  if (body.name === 'restricted_api_key') return [right(name, 'works, and may only send, as it should')]
  if (!response.ok) return [wrong(name, `is refused by Resend (${response.status})`)]
  const host = hostOfEmail(mailFrom)
  const domain = body.data?.find((each) => each.name === host)
  return domain?.status === 'verified'
    ? [right(name, `works; ${host} is verified`)]
    : [wrong(name, `works, but ${host}, the sender of domain/site.ts, is not verified at Resend`)]
}

/** Profiles show what a key can do; only Telnyx's page of our number says whether carriers know it. */
async function checkTelnyx(key: string, apiUrl: string, from: string | null): Promise<Finding[]> {
  const name = 'TELNYX_API_KEY'
  const response = await fetch(`${apiUrl}/v2/messaging_profiles`, {
    headers: { authorization: `Bearer ${key}`, 'user-agent': 'apologize-better/1' },
    signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
  })
  if (!response.ok) return [wrong(name, `is refused by Telnyx (${response.status})`)]
  const number =
    from !== null && isExamplePhone(from)
      ? [wrong('TELNYX_FROM', `${from} is an example, which reaches nobody`)]
      : []
  const { data } = (await response.json()) as { data?: { enabled?: boolean }[] }
  const has = data?.some(({ enabled }) => enabled !== false)
  return [
    has ? right(name, 'works') : wrong(name, 'works, but the account has no messaging profile'),
    ...number,
  ]
}
