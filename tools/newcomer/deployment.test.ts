import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createClient } from '@libsql/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalDatabase, startDatabase } from '#local/database/server.ts'
import { type Mail, startMail } from '#local/mail/server.ts'
import { type Payments, startPayments } from '#local/payments/server.ts'
import { type Ports, reservePorts } from '#local/ports.ts'
import { supervise } from '#local/supervise.ts'
import { builtWorker } from '#local/worker.ts'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { type Copy, commitBeforeLastMigration, copyOfCommit, copyOfThisCheckout, replaceIn } from './copy.ts'
import { commandsBelow } from './docs.ts'

// docs/deploy.md, word by word, in an empty folder, with stand-ins for the accounts. The upload itself is left out, and:
const NOT_RUN = [
  // Needs an account.
  'npx wrangler login',
  // Is run by itself.
  'npm test',
]
const BUILD_MS = 900_000
const DOMAIN = 'sorryflowers.com'
const secret = () => randomBytes(24).toString('hex')

let copy: Copy
let ports: Ports
let database: LocalDatabase
let payments: Payments
let mail: Mail
let settings: Record<string, string>
beforeAll(async () => {
  copy = copyOfThisCheckout(process.cwd())
  ports = await reservePorts()
  const at = { host: '127.0.0.1' }
  const file = (name: string) => join(copy.root, '.local', `${name}.db`)
  const keys = { token: secret(), stripe: `sk_live_${secret()}`, resend: `re_${secret()}` }
  const webhookSecret = `whsec_${secret()}`
  database = await startDatabase({ ...at, file: file('shop'), port: ports.database, authToken: keys.token })
  payments = await startPayments({
    ...at,
    file: file('payments'),
    port: ports.payments,
    webhookUrl: `http://localhost:${ports.shop}/api/webhooks/stripe`,
    webhookSecret,
    secretKey: keys.stripe,
  })
  mail = await startMail({ ...at, file: file('mail'), port: ports.mail, apiKey: keys.resend, domain: DOMAIN })
  settings = {
    DATABASE_URL: database.url,
    DATABASE_AUTH_TOKEN: keys.token,
    STRIPE_SECRET_KEY: keys.stripe,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    RESEND_API_KEY: keys.resend,
    RESEND_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}`,
    AUTH_KEYS: `first:${secret()}`,
    HEALTH_TOKEN: secret(),
    // Where the stand-ins are.
    STRIPE_API_URL: payments.url,
    RESEND_API_URL: mail.url,
  }
}, BUILD_MS)
afterAll(async () => {
  await Promise.all([database?.close(), payments?.close(), mail?.close()])
  copy?.remove()
}, BUILD_MS)

// The test runner adds these, which would make another build.
const RUNNER = /^(VITEST.*|NODE_ENV|NODE_OPTIONS|TEST|MODE|DEV|PROD|SSR|BASE_URL)$/
const newcomersEnv = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !RUNNER.test(name)),
) as NodeJS.ProcessEnv

/** Runs a command of the documents, as a newcomer types it. */
async function run(command: string, cwd = copy.root) {
  const child = spawn(command, { cwd, shell: true, env: newcomersEnv, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, error, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { status: Number(status), said: `${out}${error}` }
}

/** Everything but the upload. */
const withoutUpload = (command: string) =>
  command.startsWith('npm run deploy') ? `${command} --dry-run` : command
const commands = (heading: string) =>
  commandsBelow('docs/deploy.md', heading).filter((command) => !NOT_RUN.includes(command))

async function follow(heading: string): Promise<Record<string, string>> {
  const said: Record<string, string> = {}
  for (const command of commands(heading)) {
    const done = await run(withoutUpload(command))
    expect(done.status, `${command}\n${done.said}`).toBe(0)
    said[command] = done.said
  }
  return said
}

/** The owner does this in the back office next. */
async function addFlorist(): Promise<void> {
  const client = createClient({ url: database.url, authToken: settings['DATABASE_AUTH_TOKEN'] ?? '' })
  await client.execute(`insert into shops
    (id, name, market_id, state_id, street_address, city, zip, phone, email, active, created_at, updated_at)
    select 'first', 'Stems', m.id, s.id, '88 Perry St', 'New York', '10014', '(212) 867-5309', 'stems@${DOMAIN}', 1,
      '2026-06-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'
    from markets m, states s where m.id = 'market-nyc' and s.code = 'NY'`)
  client.close()
}

/** Buys something from the Worker that a copy of the repository has built, on the database of the test. */
async function buyFrom(root: string): Promise<{ status: unknown; health: number }> {
  const worker = supervise(
    builtWorker(root, copy.root, ports, {
      ...settings,
      SITE_ORIGIN: `http://localhost:${ports.shop}`,
      PAYMENT_PAGE_ORIGIN: payments.url,
    }),
  )
  try {
    await worker.ready
    const origin = `http://localhost:${ports.shop}`
    const post = async (url: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
      return (await response.json()) as Record<string, unknown>
    }
    const form = checkoutRequest({ deliveryDetails: { option: 'tomorrow' } })
    const { sessionId } = await post(`${origin}/api/create-checkout-session`, form)
    await post(`${payments.url}/_local/sessions/${sessionId}/pay`, { card: '4242424242424242' })
    const { order } = await post(`${origin}/api/get-order-details`, { sessionId })
    await fetch(`${origin}/cdn-cgi/handler/scheduled`)
    const health = await fetch(`${origin}/api/health`)
    return { status: (order as { paymentState?: string } | undefined)?.paymentState, health: health.status }
  } finally {
    await worker.stop()
  }
}

test(
  'a first deployment, and the next one',
  async () => {
    writeFileSync(
      join(copy.root, 'production.env'),
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
    expect((await run('npm install')).status).toBe(0)
    // Whoever forgets a step is told which.
    const early = await run('npm run check-settings -- --settings production.env')
    expect([early.status, early.said]).toEqual([1, expect.stringContaining('npm run db:migrate')])
    expect(early.said).toContain('address in domain/site.ts: apologizebetter.example is an example')

    replaceIn(copy, 'domain/site.ts', {
      'apologizebetter.example': DOMAIN,
      '(555) 555-0142': '(212) 867-5309',
    })
    const first = await follow('## First deployment')
    const invitation = Object.entries(first).find(([command]) => command.includes('invite-admin'))?.[1]
    expect(invitation).toContain(`https://${DOMAIN}/login/invitation#token=`)
    const deployed = Object.entries(first).find(([command]) => command.includes('run deploy'))?.[1]
    expect(deployed).toContain('✓ STRIPE_SECRET_KEY: works, in live mode')
    expect(deployed).toContain('--dry-run: exiting now.')
    for (const value of Object.values(settings).filter((each) => !each.startsWith('http'))) {
      expect(Object.values(first).join('\n')).not.toContain(value)
    }

    const next = await follow('## Every deployment')
    expect(Object.values(next).join('\n')).toContain('The database is up to date')
    expect(await buyFrom(copy.root), 'markets wait for their first florist').toMatchObject({
      status: undefined,
    })
    await addFlorist()
    expect(await buyFrom(copy.root)).toEqual({ status: 'paid', health: 200 })
  },
  BUILD_MS,
)

test(
  'a missing secret stops the deployment, and is named',
  async () => {
    const { AUTH_KEYS: _, ...others } = settings
    const lines = Object.entries(others).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(join(copy.root, 'incomplete.env'), lines.join(''))
    const { status, said } = await run('npm run deploy -- --settings incomplete.env --dry-run')
    expect([status, said]).toEqual([1, expect.stringContaining('✗ AUTH_KEYS is missing')])
    expect(said).toContain('Nothing was deployed.')
    expect(said).not.toContain('exiting now')
  },
  BUILD_MS,
)

test(
  'a backup, restored into a new database, and deployed',
  async () => {
    const empty = await startDatabase({
      host: '127.0.0.1',
      port: 0,
      file: join(copy.root, '.local', 'shop-3.db'),
      authToken: settings['DATABASE_AUTH_TOKEN'] ?? '',
    })
    try {
      const lines = commandsBelow('docs/reliability.md', '### Restore from a backup of your own')
      const said: string[] = []
      for (const line of lines) {
        if (line.startsWith('npm run restore')) {
          replaceIn(copy, 'production.env', { [settings['DATABASE_URL'] ?? '']: empty.url })
        }
        const command = withoutUpload(line.replace(/libsql:\/\/\S+/, empty.url))
        const done = await run(command)
        expect(done.status, `${command}\n${done.said}`).toBe(0)
        said.push(done.said)
      }
      expect(said[1]).toContain('with the same checksum')
      settings = { ...settings, DATABASE_URL: empty.url }
      expect(await buyFrom(copy.root)).toEqual({ status: 'paid', health: 200 })
    } finally {
      settings = { ...settings, DATABASE_URL: database.url }
      await empty.close()
    }
  },
  BUILD_MS,
)

test(
  'the Worker from before the last migration sells on the migrated database',
  async () => {
    const before = copyOfCommit(process.cwd(), commitBeforeLastMigration(process.cwd()))
    const buildHere = "import('./local/build.ts').then(({ build }) => build(process.cwd()))"
    expect((await run('npm install', before.root)).status).toBe(0)
    const building = spawn(process.execPath, ['--input-type=module', '--eval', buildHere], {
      cwd: before.root,
      env: newcomersEnv,
      stdio: 'inherit',
    })
    expect((await once(building, 'exit'))[0]).toBe(0)
    const { status } = await buyFrom(before.root)
    before.remove()
    expect(status).toBe('paid')
    const client = createClient({ url: database.url, authToken: settings['DATABASE_AUTH_TOKEN'] ?? '' })
    const { rows } = await client.execute("select count(*) as n from orders where payment_status = 'paid'")
    client.close()
    // Two from here, and the one that the restored shop sold: this one found it in Stripe's books.
    expect(rows[0]?.['n']).toBe(3)
  },
  BUILD_MS,
)
