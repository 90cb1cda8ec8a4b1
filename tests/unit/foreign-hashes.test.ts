import { createHash } from 'node:crypto'
import type { SSRManifest } from 'astro'
import { expect, test } from 'vitest'
import { foreignHashes } from '#src/foreign-hashes.ts'
import { pagePolicy } from '#src/security-headers.ts'

const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const [HOUSE, GATE, DOOR] = ['house{}', 'gate{}', 'tür{}']

function route(pattern: string, ...sheets: string[]) {
  const styles = sheets.map((content) => ({ type: 'inline' as const, content }))
  // What is read of the framework's routes; they have two dozen fields more.
  return { routeData: { route: pattern }, styles } as unknown as SSRManifest['routes'][number]
}

const BUILT = {
  routes: [
    route('/', HOUSE, GATE),
    route('/login', HOUSE, DOOR),
    route('/payment', HOUSE),
    {
      ...route('/far'),
      styles: [{ type: 'external' as const, src: '/a.css' }],
    },
  ],
  clientDirectives: new Map([
    ['wake', 'wake()'],
    ['keep', 'keep()'],
    ['arrive', 'arrive()'],
  ]),
}

test('a page’s policy names its own sheets and what no route has', async () => {
  const written = `default-src 'none'; style-src 'self' ${[HOUSE, GATE, DOOR, 'island{}'].map(hashed).join(' ')};`
  const policy = async (pattern: string) =>
    pagePolicy(written, ['https://pay.example'], await foreignHashes(BUILT, pattern))
  const end = "form-action 'self' https://pay.example; frame-ancestors 'none'"

  const gate = [HOUSE, GATE, 'island{}'].map(hashed).join(' ')
  expect(await policy('/')).toBe(`default-src 'none'; style-src 'self' ${gate}; ${end}`)
  const door = [HOUSE, DOOR, 'island{}'].map(hashed).join(' ')
  expect(await policy('/login')).toBe(`default-src 'none'; style-src 'self' ${door}; ${end}`)
  // Asked a second time it is the same.
  expect(await policy('/')).toContain(`'self' ${gate};`)
})

test('a page’s policy names no way to wake an island that only another page has', async () => {
  const ways = (...names: string[]) => names.map((name) => hashed(`${name}()`)).join(' ')
  const written = `script-src 'self' ${ways('wake', 'keep', 'arrive')};`
  const policy = async (pattern: string) => pagePolicy(written, [], await foreignHashes(BUILT, pattern))
  expect(await policy('/')).toContain(`script-src 'self' ${ways('wake')};`)
  expect(await policy('/payment')).toContain(`script-src 'self' ${ways('wake', 'keep')};`)
})

test('of a route that nobody knows, nothing is foreign', async () => {
  expect([...(await foreignHashes(BUILT, '/nowhere'))]).toEqual([])
  expect(pagePolicy("style-src 'self' 'sha256-a'")).toContain("style-src 'self' 'sha256-a';")
})
