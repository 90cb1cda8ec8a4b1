import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { PATH } from './flow.ts'

/** Texts that occur only in the stand-ins and tests. */
const STAND_INS = ['4000000000009995', 'idempotency_key_in_use', 'PRAGMA busy_timeout', '_local/fault']

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
    const html = await (await request.get(path)).text()
    const islands = [...html.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].flatMap(
      ([, url]) => url ?? [],
    )
    expect(islands.length, path).toBeGreaterThan(1)
    const files = new Map<string, number>()
    for (const url of islands) await weigh(request, url, files)
    const bytes = [...files.values()].reduce((sum, size) => sum + size, 0)
    expect(
      bytes,
      `${path}: ${[...files].map(([url, size]) => `${url} ${size}`).join(', ')}`,
    ).toBeLessThanOrEqual(75_000)
  }
})

/** Adds the compressed sizes of a script and its static imports; dynamic imports are not counted. */
async function weigh(request: APIRequestContext, url: string, files: Map<string, number>): Promise<void> {
  if (files.has(url)) return
  const answer = await request.get(url)
  expect(answer.status(), url).toBe(200)
  const text = await answer.text()
  files.set(url, brotliCompressSync(text).length)
  for (const [, file = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) {
    await weigh(request, `/_astro/${file}`, files)
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  )
}
