import type { Client } from '@libsql/client/web'
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { AT, intercept, ownZip, ready } from './shop.ts'

const BOUQUET = 'optionId=FLOWER-002&price=89.99&product=Extremely+Bad'

/** Where the pages of the purchase are, with a bouquet chosen. */
export const PATH = {
  delivery: `/delivery-options?${BOUQUET}`,
  payment: (option = 'tomorrow') =>
    `/payment?${BOUQUET}&deliveryOption=${option}&deliveryPrice=0.00&meetDriver=false`,
}

/** Lets tests move a page's clock: the server's seems to move along, since no answer says what time it is there. */
export async function moveServerAlong(target: Page | BrowserContext): Promise<void> {
  await intercept(target, /\/api\/|\/favicon\.svg$/, async (route) => {
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
}

/** Moves the clock of a page, and the server's along, as after a sleep: no timer ran. The page has been told to `moveServerAlong`. */
export async function wakeAt(page: Page, at: Date | string): Promise<void> {
  await page.clock.setSystemTime(at)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

/** Saves a ZIP code in the cookie. */
export async function saveZip(page: Page, zip: string): Promise<void> {
  await page.context().addCookies([{ name: 'zip', value: zip, url: AT.shop }])
}

/** The message of a field as a screen reader reads it: null when the field is not marked invalid. */
export async function expectMessage(field: Locator, message: string | null): Promise<void> {
  if (message === null) return expect(field).not.toHaveAttribute('aria-invalid')
  await expect(field).toHaveAccessibleDescription(new RegExp(`${escaped(message)}$`))
  await expect(field).toHaveAttribute('aria-invalid', 'true')
}

/** The live region of the toasts. */
export function toasts(page: Page): Locator {
  return page.getByRole('region', { name: 'Notifications' })
}

/** The button that goes to the payment page. */
export function payButton(page: Page): Locator {
  return page.getByRole('button', { name: 'Continue to Payment' })
}

/** The checkout, ready to be typed in. */
export async function openCheckout(page: Page, option = 'tomorrow'): Promise<void> {
  await page.goto(PATH.payment(option))
  await ready(page)
}

/** Keeps the islands from hydrating until the returned function is called, as on a slow line. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  // No island hydrates without these. The page's own scripts do not wait for them, or the load event would not come.
  const scripts = (url: URL) => /\/_astro\/(client|react|forms|shop)\.[^/]*\.js$/.test(url.pathname)
  const letThrough = await intercept(page, scripts, async (route) => {
    await promise
    await route.continue().catch(() => {
      // The page that asked for it has gone.
    })
  })
  return () => {
    letThrough()
    resolve()
  }
}

export type Market = {
  /** The hour that its clock shows now, 0 to 23; or its zone by name (IANA). */
  hour?: number
  zone?: string
  pausedReason?: string
  /** `today` or `tomorrow` by its own calendar. */
  closed?: 'today' | 'tomorrow'
}

/**
 * Opens a market of its own for one test, so that tests that run at once do not move each other's clocks; the test's end
 * closes it.
 * @returns the one ZIP it serves, in the state of New York
 */
export async function openMarket(
  database: Client,
  { hour = 10, zone = zoneAt(hour), pausedReason, closed }: Market,
): Promise<string> {
  const id = crypto.randomUUID()
  const zip = ownZip()
  const now = new Date().toISOString()
  const date = calendarDate(closed === 'tomorrow' ? 1 : 0, zone)
  await database.batch([
    {
      sql: 'insert into markets (id, name, time_zone, paused_reason, created_at, updated_at) values (?, ?, ?, ?, ?, ?)',
      args: [id, `Market ${zip}`, zone, pausedReason ?? null, now, now],
    },
    { sql: 'insert into market_zipcodes (zipcode, market_id) values (?, ?)', args: [zip, id] },
    ...(closed
      ? [{ sql: 'insert into market_closed_dates (market_id, date) values (?, ?)', args: [id, date] }]
      : []),
  ])
  return zip
}

/** A zone whose clock shows this hour now. */
function zoneAt(hour: number): string {
  // Etc/GMT-9 is nine hours ahead of UTC.
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}

function calendarDate(daysOn: number, zone: string): string {
  const then = new Date(Date.now() + daysOn * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(then)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The row of buttons that set the status of an order or shop order. */
export const statusButtons = (page: Page) => page.getByRole('group', { name: 'Status' }).getByRole('button')

const statusButton = (page: Page, status: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: status, exact: true })

export const chooseStatus = (page: Page, status: string) => statusButton(page, status).click()

export async function expectStatus(page: Page, status: string): Promise<void> {
  await expect(statusButton(page, status)).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('group', { name: 'Status' }).locator('[aria-pressed=true]')).toHaveCount(1)
}
