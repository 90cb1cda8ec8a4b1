import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkoutRequest } from '#tests/support/checkout-request.ts'
import { DELIVERY, OWNER, PAYMENT, sharedShop, Visitor } from './visitor.ts'

// The files that the build wrote, and the weight that a page loads.

const shop = sharedShop()
const admin = new Visitor(shop.url)
const post = (path: string, body: object) =>
  admin.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
beforeAll(async () => {
  expect((await post('/api/auth/sign-in', OWNER)).status).toBe(200)
  const form = checkoutRequest({
    deliveryDetails: { option: 'tomorrow' },
    customerInfo: { email: 'bundle@example.com' },
  })
  expect((await post('/api/create-checkout-session', form)).status).toBe(200)
})
afterAll(() => shop.client.close())

/** Texts that occur only in the stand-ins and tests. */
const STAND_INS = ['4000000000009995', 'idempotency_key_in_use', 'PRAGMA busy_timeout', '_local/fault']

const filesBelow = (folder: string, type: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => type.test(name))
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

test('the deployed bundle contains no stand-in', () => {
  const files = filesBelow('dist', /\.(m?js|html|json)$/)
  expect(files.length).toBeGreaterThan(10)
  const found = files.flatMap(([name, text]) =>
    STAND_INS.filter((word) => text.includes(word)).map((word) => `${word} in ${name}`),
  )
  expect(found).toEqual([])
})

test('the pictures of the demonstration are not deployed', () => {
  const drawn = readdirSync('local/pictures')
  expect(drawn).toHaveLength(9)
  const deployed = readdirSync('dist', { recursive: true, encoding: 'utf8' }).map((name) => basename(name))
  expect(deployed.filter((name) => drawn.includes(name))).toEqual([])
})

test('the deployed bundle is a production build', () => {
  // A build started by a Vite tool may inherit NODE_ENV=development and bundle React's slow build.
  const slow = /react[\w.-]*\.development\.js|astro-island\.prebuilt-dev/
  expect(filesBelow('dist/server', /\.m?js$/).filter(([, text]) => slow.test(text))).toEqual([])
})

test('every script with schemas brings our own words for what is wrong with a field', () => {
  const withSchemas = filesBelow('dist/client/_astro', /\.js$/).filter(([, text]) =>
    /(?:from|import)\s*["'`]\.\/(?:forms|field-schema)\./.test(text),
  )
  expect(withSchemas.length).toBeGreaterThan(10)
  const without = withSchemas.filter(([name]) => {
    const texts = withImports([`/_astro/${name}`]).map((url) => readFileSync(`dist/client${url}`, 'utf8'))
    return !texts.some((text) => text.includes('Please choose one of the options'))
  })
  expect(without.map(([name]) => name)).toEqual([])
})

type Script = { size: number; imports: string[] }
const scripts = new Map<string, Script>()

/** A script's compressed size and what it imports statically. */
function scriptOf(url: string): Script {
  const known = scripts.get(url)
  if (known) return known
  const text = readFileSync(`dist/client${url}`, 'utf8')
  const imports = [...text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(
    ([, file]) => `/_astro/${file}`,
  )
  const script = { size: brotliCompressSync(text).length, imports }
  scripts.set(url, script)
  return script
}

/** Scripts and all that they import statically. */
function withImports(urls: string[], found = new Set<string>()): string[] {
  for (const url of urls) {
    if (found.has(url)) continue
    found.add(url)
    withImports(scriptOf(url).imports, found)
  }
  return [...found]
}

function expectAtMost(bytes: number, urls: string[]): void {
  const sizes = urls.map((url) => ({ url, size: scriptOf(url).size }))
  expect(
    sizes.reduce((sum, { size }) => sum + size, 0),
    JSON.stringify(sizes),
  ).toBeLessThanOrEqual(bytes)
}

async function scriptsOfStep(path: string): Promise<string[]> {
  const { html } = await shop.read(path)
  const islands = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].map(([, url = '']) => url)
  expect(islands.length).toBeGreaterThan(1)
  return withImports(islands)
}

test('the back office loads pictures from anywhere: an address is looked at before it is saved', async () => {
  const { headers } = await admin.send('/admin/products/new')
  expect(headers.get('content-security-policy')).toContain("img-src 'self' data: https:;")
})

/** The scripts that some scripts import dynamically. */
const dynamicImportsOf = (urls: string[]): string[] =>
  urls.flatMap((url) =>
    [...readFileSync(`dist/client${url}`, 'utf8').matchAll(/import\(["'`]\.\/([^"'`]+)["'`]\)/g)].map(
      ([, file]) => `/_astro/${file}`,
    ),
  )

/** The scripts that every screen of the back office loads, and those that are fetched later: screens and lazy parts. */
async function scriptsOfBackOffice(): Promise<{ common: string[]; lazy: string[] }> {
  const { html } = await admin.open('/admin')
  // They are in a template until the first frame is drawn.
  const urls = [...html.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, url = '']) => url)
  const common = withImports([...urls, ...dynamicImportsOf(urls)])
  const lazy = dynamicImportsOf(common).filter((url) => !common.includes(url))
  expect(common.length).toBeGreaterThan(3)
  expect(lazy.length).toBeGreaterThan(25)
  return { common, lazy }
}

test.each([
  // Rules without words of their own have ours.
  ['/', 78_500],
  ['/home', 75_000],
  [DELIVERY, 75_000],
  // It redraws what is charged, reads the texts of every field, and draws the card as it is printed (2,000 bytes).
  [PAYMENT, 81_700],
])('%s loads at most %i bytes of scripts', async (path, bytes) => {
  expectAtMost(bytes, await scriptsOfStep(path))
})

test.each([
  ['/track', 10_000],
  // Accept, reject, late, substitute, photographs, the door: a florist does all of it here, and is told when it takes long.
  // A photograph is scaled, sent until it is stored, and said to be gone: 600 bytes of it.
  ['/florist', 13_900],
])('%s, behind a link of an email, loads at most %i bytes of scripts and no React', async (path, bytes) => {
  const urls = (await shop.read(path)).all('script[src]').map((script) => script.getAttribute('src') ?? '')
  const all = withImports(urls)
  expect(all.length).toBeGreaterThan(1)
  expect(all.filter((url) => /\/react\./.test(url))).toEqual([])
  expectAtMost(bytes, all)
})

test('what rings a florist’s phone is loaded once it is opened, and weighs at most 4,200 bytes more', async () => {
  const urls = (await shop.read('/florist'))
    .all('script[src]')
    .map((script) => script.getAttribute('src') ?? '')
  const first = withImports(urls)
  const later = dynamicImportsOf(first).filter((url) => !first.includes(url))
  expect(later.map((url) => url.replace(/^\/_astro\/|\..*/g, ''))).toEqual(['ring'])
  expectAtMost(
    4_200,
    withImports(later).filter((url) => !first.includes(url)),
  )
  const words = /pushManager|serviceWorker|AudioContext/
  expect(first.filter((url) => words.test(readFileSync(`dist/client${url}`, 'utf8')))).toEqual([])
})

test('help with the note is loaded once it is opened: 12,000 bytes at most, and the checkout loads no more than without it', async () => {
  const page = await shop.read(PAYMENT)
  const later = page.one('#note-help template').innerHTML
  const [, help = ''] = /<script type="module" src="([^"]+)"/.exec(later) ?? []
  const islands = await scriptsOfStep(PAYMENT)
  const before = page
    .all('script:not([type="application/ld+json"])')
    .filter((script) => !later.includes(script.outerHTML))
  const files = withImports(before.map((script) => script.getAttribute('src') ?? '').filter(Boolean))
  const inline = before
    .filter((script) => !script.hasAttribute('src'))
    .map(({ textContent }) => textContent ?? '')
  const first = new Set([...islands, ...files])
  expect(first.has(help)).toBe(false)
  expectAtMost(
    12_000,
    withImports([help]).filter((url) => !first.has(url)),
  )
  expect(readFileSync(`dist/client${help}`, 'utf8')).toContain('you don’t have to answer this')
  for (const url of first)
    expect(readFileSync(`dist/client${url}`, 'utf8'), url).not.toContain('Start with these words')
  // As much as it loaded without the help (the commit before it: 85,713).
  const sum = [...first].reduce((sum, url) => sum + scriptOf(url).size, 0)
  const inlined = inline.reduce((sum, text) => sum + brotliCompressSync(text).length, 0)
  expect(sum + inlined, JSON.stringify({ sum, inlined })).toBeLessThanOrEqual(85_713)
})

test('a step of the purchase shares React with the back office and no other script', async () => {
  const steps = await scriptsOfStep('/')
  const { common, lazy } = await scriptsOfBackOffice()
  const shared = withImports([...common, ...lazy]).filter((url) => steps.includes(url))
  expect(shared.map((url) => url.replace(/^\/_astro\/|\..*/g, '')).sort()).toEqual([
    'react',
    'rolldown-runtime',
  ])
})

test('no screen of the back office loads more than 160 kB of scripts', async () => {
  const { common, lazy } = await scriptsOfBackOffice()
  for (const url of lazy) expectAtMost(160_000, withImports([...common, url]))
})
