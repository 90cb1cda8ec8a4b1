import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox, findMiniBrowser } from '#local/browser-programs.ts'
import { build } from '#local/build.ts'
import { reservePorts } from '#local/ports.ts'
import { openShop } from '#tests/support/own-shop.ts'
import { translate } from '#tests/support/translate.ts'
import type { Browser } from './drivers/browser.ts'
import type { Device } from './drivers/device.ts'
import { openWithPuppeteer } from './drivers/puppeteer.ts'
import { openWebKit } from './drivers/webkit.ts'
import { answer, assign, FLORIST } from './fulfilment.ts'
import { openPlainCookies } from './plain-cookies.ts'
import { buy } from './purchase.ts'

// npm run browsers: a purchase, its assignment and the florist's answer in Chromium, Firefox and WebKit, each on devices that
// are odd in one way, with a screenshot of every step in test-results/browsers.
// npm run browsers -- webkit translated: only cells whose names hold each of these words.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const pictures = join(root, 'test-results', 'browsers')

const USUAL: Device = { hoursAhead: 0, blocksStorage: false, translate: null }
const DEVICES: Record<string, Device> = {
  usual: USUAL,
  'day-ahead': { ...USUAL, hoursAhead: 26 },
  'no-storage': { ...USUAL, blocksStorage: true },
  translated: { ...USUAL, translate: `(${translate})()` },
}
const ports = await reservePorts()
const engines: Record<string, (device: Device) => Promise<Browser>> = {
  chromium: async (device) => openWithPuppeteer('chrome', await chromiumPath(), device),
  firefox: async (device) => openWithPuppeteer('firefox', await findFirefox(process.env), device),
  webkit: async (device) => openWebKit(await findMiniBrowser(process.env), ports.shop + 20, device),
}
const cells = Object.entries(DEVICES).flatMap(([name, device]) =>
  Object.entries(engines).map(([engine, open]) => ({
    name: `${engine}-${name}`,
    engine,
    open: () => open(device),
  })),
)
const words = process.argv.slice(2)
const chosen = cells.filter(({ name }) => words.every((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No ${words.join(' ')}; there are ${cells.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

mkdirSync(pictures, { recursive: true })
build(root)
const shop = await openShop(ports.shop, {})
const plainCookies = await openPlainCookies(shop.url, ports.shop + 21)
let failed = 0
try {
  for (const cell of chosen) {
    try {
      await run(cell)
      console.log(`✓ ${cell.name}`)
    } catch (error) {
      console.error(`✗ ${cell.name}:`, error)
      failed += 1
    }
  }
} finally {
  plainCookies.close()
  await shop.close()
}
console.log(`\n${chosen.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function run({ name, engine, open }: (typeof cells)[number]): Promise<void> {
  const browser = await open()
  const picture = (step: string) => browser.screenshot(`${pictures}/${name}-${step}.png`)
  const email = `${name}@example.com`
  const office = engine === 'webkit' ? plainCookies.url : shop.url
  try {
    await buy(browser, shop.url, email, picture)
    const order = await paidOrder(email)
    await assign(browser, office, order.id, admin(), picture)
    await answer(browser, await floristLink(order.reference), picture)
  } catch (error) {
    await picture('failed').catch(() => undefined)
    throw error
  } finally {
    await browser.close()
  }
}

function admin(): { email: string; password: string } {
  const file = join(root, '.local', String(ports.shop), 'secrets.json')
  const { adminEmail, adminPassword } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  return { email: adminEmail ?? '', password: adminPassword ?? '' }
}

async function paidOrder(email: string): Promise<{ id: string; reference: string }> {
  const sql = "select id, order_reference from orders where customer_email = ? and payment_status = 'paid'"
  const [row] = await untilThere(async () => {
    const { rows } = await shop.client.execute({ sql, args: [email] })
    return rows.length > 0 ? rows : null
  })
  return { id: String(row?.['id']), reference: String(row?.['order_reference']) }
}

/** The link in the email about an order. */
async function floristLink(reference: string): Promise<string> {
  return untilThere(async () => {
    const response = await fetch(`${shop.mailUrl}/_local/messages`)
    const all = (await response.json()) as { to: string[]; text: string }[]
    const mail = all.find(({ to, text }) => to.includes(FLORIST.email) && text.includes(reference))
    return /http\S+\/florist\S+/.exec(mail?.text ?? '')?.[0] ?? null
  })
}

/** @throws Error when it does not come */
async function untilThere<Found>(look: () => Promise<Found | null>): Promise<Found> {
  const deadline = Date.now() + 60_000
  for (;;) {
    const found = await look()
    if (found !== null) return found
    if (Date.now() > deadline) throw new Error('The order was not paid, or its florist got no email.')
    await sleep(200)
  }
}

async function chromiumPath(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return (await findChromium(process.env)) ?? chromium.executablePath()
}
