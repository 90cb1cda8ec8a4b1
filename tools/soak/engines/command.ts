import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findFirefox, findMiniBrowser } from '#local/browser-programs.ts'
import { build } from '#local/build.ts'
import { reservePorts } from '#local/ports.ts'
import { openShop } from '#tests/support/own-shop.ts'
import type { Browser } from './drivers/browser.ts'
import { openWithPuppeteer } from './drivers/puppeteer.ts'
import { openWebKit } from './drivers/webkit.ts'
import { buy } from './purchase.ts'

// npm run browsers: the purchase in Chromium, Firefox and WebKit, with a screenshot of every step in test-results/browsers.
const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '')
const pictures = join(root, 'test-results', 'browsers')
mkdirSync(pictures, { recursive: true })

build(root)
const ports = await reservePorts()
const engines: Record<string, () => Promise<Browser>> = {
  chromium: async () => openWithPuppeteer('chrome', await chromiumPath()),
  firefox: async () => openWithPuppeteer('firefox', await findFirefox(process.env)),
  webkit: async () => openWebKit(await findMiniBrowser(process.env), ports.inspector + 1),
}
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in engines))
if (unknown.length > 0) {
  console.error(`There is no engine ${unknown.join(', ')}; there are ${Object.keys(engines).join(', ')}.`)
  process.exit(2)
}

const shop = await openShop(ports.shop, {})
let passed = 0
let failed = 0
try {
  for (const [name, open] of Object.entries(engines)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    try {
      await run(name, open)
      console.log(`✓ ${name}`)
      passed += 1
    } catch (error) {
      console.error(`✗ ${name}:`, error)
      failed += 1
    }
  }
} finally {
  await shop.close()
}
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function run(name: string, open: () => Promise<Browser>): Promise<void> {
  const browser = await open()
  const picture = (step: string) => browser.screenshot(`${pictures}/${name}-${step}.png`)
  try {
    await buy(browser, shop.url, picture)
  } catch (error) {
    await picture('failed').catch(() => undefined)
    throw error
  } finally {
    await browser.close()
  }
}

async function chromiumPath(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return (await findChromium(process.env)) ?? chromium.executablePath()
}
