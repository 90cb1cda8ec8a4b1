import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Client, createClient } from '@libsql/client/web'
import { type BrowserContext, test as base, devices, expect, type Page, type Route } from '@playwright/test'
import { openShop, STARTING_MS } from '#tests/support/own-shop.ts'
import { IS_SOAK, IS_TRANSLATED } from '#tests/support/soak.ts'
import { drawConditions } from '#tests/support/soak-conditions.ts'
import { translated, translatePages } from '#tests/support/translate.ts'

const PORT = Number(process.env['E2E_PORT'] ?? 18787)

/** Where the shop under test and its stand-ins are. */
export const AT = addressesAt(PORT)

export type Message = { to: string[]; subject: string; html: string; text: string }

/** `ownShop: true`: the worker opens a shop of its own, for specs that look at all of a shop or change what others look at. */
export type ShopOptions = { ownShop: boolean }

/**
 * A page on which any console error or uncaught exception fails the test, and the shop's database.
 * `refusals: true` is for tests in which a request is to fail: the browser itself logs that as an error.
 */
export const test = base.extend<
  { page: Page; refusals: boolean; ownRows: undefined },
  ShopOptions & { shopUrl: string; database: Client }
>({
  ownShop: [false, { option: true, scope: 'worker' }],
  shopUrl: [
    async ({ ownShop }, use, { parallelIndex }) => {
      const port = PORT + 50 + 10 * parallelIndex
      const shop = ownShop ? await openShop(port, {}) : null
      if (shop) Object.assign(AT, addressesAt(port))
      await use(AT.shop)
      await shop?.close()
    },
    // A shop that is late is closed before the fixture gives up, or its ports would stay taken.
    { scope: 'worker', auto: true, timeout: 2 * STARTING_MS },
  ],
  baseURL: ({ shopUrl }, use) => use(shopUrl),
  ownRows: [
    async ({ database }, use) => {
      ownZips.length = 0
      await use(undefined)
      if (ownZips.length > 0) await closeMarkets(database, ownZips)
    },
    { auto: true },
  ],
  refusals: [false, { option: true }],
  context: async ({ context, javaScriptEnabled }, use) => {
    await context.addInitScript(() => {
      document.addEventListener('screen-ready', () => Object.assign(window, { screenIsReady: true }))
    })
    if (javaScriptEnabled !== false) context.on('page', waitForTheApp)
    if (IS_TRANSLATED) await translatePages(context)
    if (IS_SOAK) await drawConditions(context, base.info().titlePath.join(' > '))
    await use(context)
  },
  page: async ({ page, refusals }, use) => {
    const faults: string[] = []
    page.on('console', (message) => {
      if (refusals && message.text().startsWith('Failed to load resource')) return
      if (message.type() === 'error') faults.push(`${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => faults.push(String(error)))
    await use(page)
    // A page asks to the last, and nobody waits for those answers.
    for (const target of [page, page.context()]) await target.unrouteAll({ behavior: 'ignoreErrors' })
    expect(faults, 'errors in the browser’s console').toEqual([])
  },
  database: [
    async ({ shopUrl: _ }, use) => {
      const { databaseToken } = secrets()
      const client = createClient({ url: AT.database, authToken: databaseToken })
      await use(client)
      client.close()
    },
    { scope: 'worker' },
  ],
})

function addressesAt(port: number) {
  return {
    port,
    shop: `http://localhost:${port}`,
    database: `http://127.0.0.1:${port + 1}`,
    payments: `http://127.0.0.1:${port + 2}`,
    mail: `http://127.0.0.1:${port + 3}`,
    push: `http://127.0.0.1:${port + 5}`,
    texts: `http://127.0.0.1:${port + 8}`,
  }
}

/** The secrets that `npm start` made up for the shop under test. */
export function secrets() {
  return JSON.parse(readFileSync(`.local/${AT.port}/secrets.json`, 'utf8')) as {
    databaseToken: string
    adminEmail: string
    adminPassword: string
  }
}

/** Marks the tests that the gate runs, too; the soak runs all of them. */
export const GATE = { tag: '@gate' }

/** Turns movement on, as most people have it, for specs about what moves. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' as const } }

const { defaultBrowserType: _, ...DESKTOP_CHROME } = devices['Desktop Chrome']
/** A desktop, for specs about the keyboard and wide screens. */
export const DESKTOP = { ...DESKTOP_CHROME, ...MOVING, viewport: { width: 1280, height: 800 } }

/** Waits until the app of the back office runs in the browser; before that, the server's page only looks like it. */
export async function appRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => 'screenIsReady' in window)
}

/** A page of the back office fetches its screen’s script once it runs, which is after `load`: opening it waits for that. */
function waitForTheApp(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const opened = async (waited: boolean) => {
    if (!waited) return
    if ((await page.locator('#admin').count()) > 0) await appRuns(page)
    if (IS_TRANSLATED) await translated(page)
  }
  page.goto = async (address, options) => {
    const answer = await goto(address, options)
    await opened(!options?.waitUntil)
    return answer
  }
  page.reload = async (options) => {
    const answer = await reload(options)
    await opened(!options?.waitUntil)
    return answer
  }
}

const names = { test: '', count: 0 }

/** Eight letters that no other call gets, in every run the same. */
export function own(): string {
  const { testId, repeatEachIndex, retry } = base.info()
  const name = `${testId} ${repeatEachIndex} ${retry}`
  names.count = names.test === name ? names.count + 1 : 1
  names.test = name
  const hash = createHash('sha256').update(`${name} ${names.count}`).digest('hex')
  // A search for digits looks for ZIP codes and phone numbers, too.
  return hash.slice(0, 8).replace(/\d/g, (digit) => 'ghjkmnpqrs'.charAt(Number(digit)))
}

/** A reference that no other order has. */
export const ownReference = () => `ORD-${own().toUpperCase()}`

/**
 * An address that no other test uses, so that tests that run at once do not read each other's mail; of a domain of its
 * own, because the waitlist writes to one domain so many times a day.
 */
export function someone(): string {
  return `sam@${own()}.example.com`
}

// By name: two files of one name test the same part of the shop, and share its block.
const SPECS = [
  ...new Set(
    ['.', '../../tools/soak/browser'].flatMap((path) => readdirSync(join(import.meta.dirname, path))),
  ),
]
  .filter((name) => name.endsWith('.spec.ts'))
  .toSorted()
// 120.. to 149.. are in the state of New York and in no market of the seeds.
const FIRST_ZIP = 12_000
const ZIPS_OF_TEST = 10
const MAX_WORKERS = 4
const ownZips: string[] = []

/** A ZIP code that no other test uses: each spec has forty, each worker ten of them. After the test no market serves it. */
export function ownZip(): string {
  const { file, parallelIndex } = base.info()
  if (ownZips.length === ZIPS_OF_TEST || parallelIndex >= MAX_WORKERS) throw new Error('No ZIP code is left')
  const block = SPECS.indexOf(basename(file)) * MAX_WORKERS + parallelIndex
  const zip = String(FIRST_ZIP + block * ZIPS_OF_TEST + ownZips.length)
  ownZips.push(zip)
  return zip
}

/** Closes the markets that serve these ZIP codes; their shops go to New York City. */
async function closeMarkets(database: Client, zips: readonly string[]): Promise<void> {
  const among = `(${zips.map(() => '?').join()})`
  const { rows } = await database.execute({
    sql: `select distinct market_id as id from market_zipcodes where zipcode in ${among}`,
    args: [...zips],
  })
  await database.batch([
    { sql: `delete from market_zipcodes where zipcode in ${among}`, args: [...zips] },
    { sql: `delete from waitlist where zip_code in ${among}`, args: [...zips] },
    ...rows.flatMap(({ id = null }) => [
      { sql: "update shops set market_id = 'market-nyc' where market_id = ?", args: [id] },
      { sql: "delete from markets where id = ? and id not in ('market-nyc', 'market-sf')", args: [id] },
    ]),
  ])
}

/** Resets the daily count, so that the owner is notified of single waitlist entries again. */
export async function newDayOfNotices(database: Client): Promise<void> {
  await database.execute("delete from rate_counters where key like 'waitlist-notice:%'")
}

export async function mailTo(address: string): Promise<Message[]> {
  const response = await fetch(`${AT.mail}/_local/messages`)
  const all = (await response.json()) as Message[]
  return all.filter(({ to }) => to.includes(address))
}

/** Waits until an address has this many messages: whatever sends them, this test or the shop's own schedule. */
export async function expectMails(address: string, count: number): Promise<void> {
  await expect.poll(async () => (await mailTo(address)).length).toBe(count)
}

/**
 * Answers requests to an address until it is told to let them through. The route stays even then: taking it away, as
 * `unroute` and `times: 1` do, loses a script that is asked for at that moment (9 of 360 in Chromium 150).
 * @returns lets requests through from now on
 */
export async function intercept(
  target: Page | BrowserContext,
  address: string | RegExp | ((url: URL) => boolean),
  answer: (route: Route) => unknown,
): Promise<() => void> {
  let over = false
  await target.route(address, (route) => (over ? route.fallback() : answer(route)))
  return () => {
    over = true
  }
}

/** Lets the first request to an address fail; later ones go through. */
export async function failFirst(
  page: Page,
  address: string,
  fail: (route: Route) => Promise<void> = (route) => route.abort(),
): Promise<void> {
  const letThrough = await intercept(page, address, (route) => {
    letThrough()
    return fail(route)
  })
}

/** The scheduled work, now instead of at the next minute. */
export async function runScheduled(): Promise<void> {
  const response = await fetch(`${AT.shop}/cdn-cgi/handler/scheduled`)
  if (!response.ok) throw new Error(`The scheduled work answered ${response.status}`)
}

export async function ordersOf(database: Client, email: string) {
  const { rows } = await database.execute({
    sql: 'select order_reference, status, payment_status, total_cents, delivery_option, apology_note from orders where customer_email = ? order by created_at',
    args: [email],
  })
  return rows
}

/** Waits until the islands of the page have hydrated. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}

/** Goes from the ZIP gate to the filled-in checkout form. */
export async function fillCheckout(page: Page, email: string, bouquet = 'Extremely Bad'): Promise<void> {
  await page.goto('/')
  await page.getByLabel('ZIP code').first().fill('10001')
  await page.getByRole('button', { name: 'Check Availability' }).click()
  await page.waitForURL('**/home')
  await page.getByRole('radio', { name: bouquet }).check()
  // Without JavaScript the button keeps its label.
  await page.getByRole('button', { name: /Complete Purchase|Select an Option to Continue/ }).click()
  await page.waitForURL('**/delivery-options?**')
  await page.getByRole('radio', { name: /^Tomorrow/ }).check()
  await page.getByRole('button', { name: 'Continue to Checkout' }).click()
  await page.waitForURL('**/payment?**')
  await fillForm(page, email)
}

/** A field of the checkout by the beginning of its label: `Phone` is the buyer's, not the recipient's. */
export const checkoutField = (page: Page, label: string) => page.getByLabel(new RegExp(`^${label}`))

/** Signed: without a name the form asks for one first. */
export const NOTE = 'I was wrong about the dishwasher. Sam'

export async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('2125550100')
  await page.getByLabel('Your name').fill('Sam Sorry')
  await page.getByLabel('Street address').fill('350 5th Ave')
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('Apology note').fill(NOTE)
}

/** Pays on the hosted page, which must be showing. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.getByLabel('Card number').fill(card)
  await page.getByLabel('Expiry').fill('12/34')
  await page.getByLabel('CVC').fill('123')
  await page.getByLabel('Name on card').fill('Sam Sorry')
  await page.getByRole('button', { name: /^Pay \$/ }).click()
}

export { expect }
