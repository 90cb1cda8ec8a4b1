import { describe, expect, test } from 'vitest'
import type { profileOf } from '#api/agents/profile.ts'
import { createAgents, isForAgents } from '#api/agents/routes.ts'
import { bouquetFields } from '#src/lib/flow-address.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'

// Agents find the shop by its profile, as long as it is open to them.

const ORIGIN = 'https://shop.example'
const shop = await shareTestShop({ config: { origin: ORIGIN } })
const agents = createAgents(shop.deps, bouquetFields)

const ask = async (path: string, init?: RequestInit) => agents.request(ORIGIN + path, init)
const ITEM = '/buy/FLOWER-001:1'

test.each([
  ['/buy', true],
  ['/buy/', true],
  [ITEM, true],
  ['/.well-known/ucp', true],
  ['/buyer', false],
  ['/Buy', false],
  ['/.well-known/ucp/', false],
  ['/.well-known/security.txt', false],
  ['/home', false],
])('%s is for agents: %s, and nothing is while the shop is closed to them', (path, isTheirs) => {
  expect(isForAgents(shop.deps, path)).toBe(isTheirs)
  shop.deps.config.agents = false
  expect(isForAgents(shop.deps, path)).toBe(false)
})

describe('other methods', () => {
  test.each(['/buy', '/buy/', ITEM, '/.well-known/ucp'])(
    '%s is asked by GET and HEAD alone',
    async (path) => {
      expect((await ask(path, { method: 'HEAD' })).status).toBe(path.startsWith('/buy') ? 303 : 200)
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const answer = await ask(path, { method })
        expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
      }
      const options = await ask(path, { method: 'OPTIONS' })
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS'])
    },
  )
})

describe('the profile', () => {
  test('names the permalink and nothing else, under one dated version', async () => {
    const answer = await ask('/.well-known/ucp')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      ucp: {
        version: '2026-08-25',
        services: {},
        capabilities: {
          'dev.ucp.shopping.permalink': [
            {
              version: '2026-08-25',
              spec: 'https://ucp.dev/2026-08-25/specification/permalink',
              schema: 'https://ucp.dev/2026-08-25/schemas/shopping/permalink.json',
              config: { endpoint: `${ORIGIN}/buy` },
            },
          ],
        },
        payment_handlers: {},
      },
    })
  })

  test('names an endpoint as the schema of the protocol has it', async () => {
    const { ucp } = (await (await ask('/.well-known/ucp')).json()) as ReturnType<typeof profileOf>
    const [entry] = ucp.capabilities['dev.ucp.shopping.permalink']
    expect(entry?.config.endpoint).toMatch(/^https:\/\/[^/?#\s\\@]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/)
  })

  test('may be kept for five minutes, and is not sent again to who has it', async () => {
    const first = await ask('/.well-known/ucp')
    const tag = first.headers.get('etag') ?? ''
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    expect(first.headers.get('content-type')).toMatch(/^application\/json/)
    expect(tag).toMatch(/^"[^"]{16,}"$/)
    const again = await ask('/.well-known/ucp', { headers: { 'if-none-match': tag } })
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, ''])
    expect(again.headers.get('cache-control')).toBe('public, max-age=300')
    expect((await ask('/.well-known/ucp', { headers: { 'if-none-match': '"old"' } })).status).toBe(200)
    expect(shop.requests()).toBe(0)
  })
})
