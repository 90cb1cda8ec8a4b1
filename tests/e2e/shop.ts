import { readFileSync } from 'node:fs'
import { type Client, createClient } from '@libsql/client/web'
import { type BrowserContext, test as base, expect, type Page, type Route } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 18787)

/** Where the shop under test and its stand-ins are. */
export const AT = {
  shop: `http://localhost:${port}`,
  payments: `http://127.0.0.1:${port + 2}`,
  mail: `http://127.0.0.1:${port + 3}`,
}

export type Message = { to: string[]; subject: string; html: string; text: string }

/**
 * A page on which any console error or uncaught exception fails the test, and the shop's database.
 * `refusals: true` is for tests in which a request is to fail: the browser itself logs that as an error.
 */
export const test = base.extend<{ page: Page; refusals: boolean }, { database: Client }>({
  refusals: [false, { option: true }],
  context: async ({ context, javaScriptEnabled }, use) => {
    await context.addInitScript(() => {
      document.addEventListener('screen-ready', () => Object.assign(window, { screenIsReady: true }))
    })
    if (javaScriptEnabled !== false) context.on('page', waitForTheApp)
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
    expect(faults, 'errors in the browser’s console').toEqual([])
  },
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants to see which fixtures are used: none.
    async ({}, use) => {
      const secrets = JSON.parse(readFileSync(`.local/${port}/secrets.json`, 'utf8')) as {
        databaseToken: string
      }
      const client = createClient({ url: `http://127.0.0.1:${port + 1}`, authToken: secrets.databaseToken })
      await use(client)
      client.close()
    },
    { scope: 'worker' },
  ],
})

/** For specs about what moves: with movement, as most people have it. */
export const MOVING = { contextOptions: { reducedMotion: 'no-preference' as const } }

/** Waits until the app of the back office runs in the browser; before that, the server's page only looks like it. */
export async function appRuns(page: Page): Promise<void> {
  await page.waitForFunction(() => 'screenIsReady' in window)
}

/** Scripts of the back office are fetched after the first paint, which is after `load`: opening a page of it waits for them. */
function waitForTheApp(page: Page): void {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  const opened = async (waited: boolean) => {
    if (waited && (await page.locator('#admin[data-scripts]').count()) > 0) await appRuns(page)
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

/**
 * An address that no other test uses, so that tests that run at once do not read each other's mail; of a domain of its
 * own, because the waitlist writes to one domain so many times a day.
 */
export function someone(): string {
  return `sam@${crypto.randomUUID().slice(0, 8)}.example.com`
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

/** Puts San Francisco's clock to the morning, whatever the real time is: every same-day option is open there. */
export async function morningInSanFrancisco(database: Client): Promise<void> {
  // Etc/GMT-9 is nine hours ahead of UTC. At 10 o'clock local time nothing closes for hours.
  const ahead = (10 - new Date().getUTCHours() + 24) % 24
  const zone = ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
  await database.execute({ sql: "update markets set time_zone = ? where id = 'market-sf'", args: [zone] })
}

/** From the ZIP gate to the filled-in checkout form. */
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

export async function fillForm(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone', { exact: true }).fill('2125550100')
  await page.getByLabel('Your name').fill('Sam Sorry')
  await page.getByLabel('Street address').fill('350 5th Ave')
  await page.getByLabel('City').fill('New York')
  await page.getByLabel('State').selectOption('NY')
  await page.getByLabel('ZIP code').fill('10001')
  await page.getByLabel('Apology note').fill('I was wrong about the dishwasher.')
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
