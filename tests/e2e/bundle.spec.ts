import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { APIRequestContext, Page, Request } from '@playwright/test'
import { PATH } from './flow.ts'
import { expect, test } from './shop.ts'
import { callApi, signInAs } from './staff.ts'

/** Texts that occur only in the stand-ins and tests. */
const STAND_INS = ['4000000000009995', 'idempotency_key_in_use', 'PRAGMA busy_timeout', '_local/fault']

// One after the other, so that a script that many screens share is compressed once: that takes longer than all else.
test.describe.configure({ mode: 'default' })
const compressedSizes = new Map<string, number>()

test('the deployed bundle contains no stand-in', () => {
  const files = filesBelow('dist').filter((file) => /\.(m?js|html|json)$/.test(file))
  expect(files.length).toBeGreaterThan(10)
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const word of STAND_INS) {
      expect(text.includes(word), `${word} in ${file}`).toBe(false)
    }
  }
})

test('the deployed bundle is a production build', () => {
  // A build started by a Vite tool may inherit NODE_ENV=development and bundle React's slow build.
  for (const file of filesBelow('dist/server').filter((name) => /\.m?js$/.test(name))) {
    expect(readFileSync(file, 'utf8'), file).not.toMatch(
      /react[\w.-]*\.development\.js|astro-island\.prebuilt-dev/,
    )
  }
})

test('a step of the purchase loads at most 75 kB of scripts', async ({ request }) => {
  for (const path of ['/', '/home', PATH.delivery, PATH.payment()]) {
    const files = await scriptsOfStep(request, path)
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
    expect(
      bytes,
      `${path}: ${[...files].map(([url, size]) => `${url} ${size}`).join(', ')}`,
    ).toBeLessThanOrEqual(75_000)
  }
})

test('a page behind a link of an email loads at most 10 kB of scripts, and no React', async ({ request }) => {
  for (const path of ['/track', '/florist']) {
    const html = await (await request.get(path)).text()
    const files = new Map<string, number>()
    for (const [, url = ''] of html.matchAll(/<script[^>]* src="([^"]+)"/g)) await weigh(request, url, files)
    expect(files.size, path).toBeGreaterThan(1)
    expect([...files.keys()].filter((url) => /\/react\./.test(url))).toEqual([])
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
    expect(bytes, `${path}: ${[...files.keys()].join(', ')}`).toBeLessThanOrEqual(10_000)
  }
})

test('a step of the purchase shares React with the back office and no other script', async ({ page }) => {
  const steps = [...(await scriptsOfStep(page.request, '/')).keys()]
  await signInAs(page)
  const { files } = await scriptsOf(page, '/admin/orders')
  const shared = files.map((file) => file.replace(/ .*/, '')).filter((file) => steps.includes(file))
  expect(shared.map((file) => file.replace(/^\/_astro\/|\..*/g, '')).sort()).toEqual([
    'react',
    'rolldown-runtime',
  ])
})

/** The screens that are lists. */
const LISTS = ['waitlist', 'orders', 'shop-orders', 'assign-orders', 'shops', 'markets', 'products', 'users']

for (const list of LISTS) {
  test(`the list of ${list} loads at most 120 kB of scripts before anything is pressed`, async ({ page }) => {
    await signInAs(page)
    const { bytes, files } = await scriptsOf(page, `/admin/${list}`)
    expect(bytes, files.join(', ')).toBeLessThanOrEqual(120_000)
  })
}

test('any other screen of the back office loads at most 160 kB of scripts', async ({ page }) => {
  await signInAs(page)
  const { body: order } = await callApi(page, 'POST', '/admin/orders/sample')
  const record = `orders/${order['id']}`
  for (const path of ['', 'account', 'markets/new', 'markets/market-sf/edit', 'products/new', record]) {
    const { bytes, files } = await scriptsOf(page, `/admin/${path}`)
    expect(bytes, `${path}: ${files.join(', ')}`).toBeLessThanOrEqual(160_000)
  }
})

test('a page of the back office names every script that it needs', async ({ page }) => {
  await signInAs(page)
  const { files } = await scriptsOf(page, '/admin/products')
  const named = (await page.locator('#admin').getAttribute('data-scripts'))?.split(' ')
  expect(files.map((file) => file.replace(/ .*/, '')).sort()).toEqual(named?.sort())
})

/** What a screen fetches until it works, long before it is at rest, and how much that is compressed. */
async function scriptsOf(page: Page, path: string): Promise<{ bytes: number; files: string[] }> {
  // Nothing is fetched in advance.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true }),
  )
  // The screen before may still fetch something.
  await page.goto('about:blank')
  const found = new Set<string>()
  const note = (request: Request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/_astro/') && pathname.endsWith('.js')) found.add(pathname)
  }
  page.on('request', note)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.off('request', note)
  const sizes = await Promise.all(
    [...found].map(async (file) => {
      const script = await (await page.request.get(file)).body()
      return [file, compressedSize(file, script)] as const
    }),
  )
  expect(sizes.length, path).toBeGreaterThan(3)
  return {
    bytes: sizes.reduce((sum, [, size]) => sum + size, 0),
    files: sizes.map(([file, size]) => `${file} ${size}`),
  }
}

/** The scripts of a step of the purchase, by address, and how much each is compressed. */
async function scriptsOfStep(request: APIRequestContext, path: string): Promise<Map<string, number>> {
  const html = await (await request.get(path)).text()
  const islands = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].flatMap(([, url]) => url ?? [])
  expect(islands.length, path).toBeGreaterThan(1)
  const files = new Map<string, number>()
  for (const url of islands) await weigh(request, url, files)
  return files
}

/** Adds the compressed sizes of a script and its static imports; dynamic imports are not counted. */
async function weigh(request: APIRequestContext, url: string, files: Map<string, number>): Promise<void> {
  if (files.has(url)) return
  const answer = await request.get(url)
  expect(answer.status(), url).toBe(200)
  const text = await answer.text()
  files.set(url, compressedSize(url, text))
  for (const [, file = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    await weigh(request, `/_astro/${file}`, files)
  }
}

function compressedSize(url: string, script: string | Buffer): number {
  const size = compressedSizes.get(url) ?? brotliCompressSync(script).length
  compressedSizes.set(url, size)
  return size
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
