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
  ['/.well-known/ucp/2026-04-08', true],
  ['/.well-known/ucp/2026-01-23', false],
  ['/api/ucp/v1/catalog/search', true],
  ['/api/ucp', false],
  ['/api/health', false],
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

describe('the calls of platforms', () => {
  test.each([
    ['/api/ucp/v1/catalog/search', 'OPTIONS, POST'],
    ['/api/ucp/v1/checkout-sessions/any', 'GET, HEAD, OPTIONS, PUT'],
    ['/api/ucp/v1/checkout-sessions/any/cancel', 'OPTIONS, POST'],
    ['/api/ucp/mcp', 'OPTIONS, POST'],
  ])('%s takes %s alone', async (path, allowed) => {
    const answer = await ask(path, { method: 'DELETE' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed])
  })

  test.each(['/api/ucp/v1', '/api/ucp/v1/orders', '/api/ucp/mcp/sse'])(
    'there is nothing at %s',
    async (path) => {
      expect((await ask(path)).status).toBe(404)
    },
  )

  test('of MCP are answered in its form, and no copy is kept', async () => {
    const sent = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_checkout', arguments: { id: 'a' } },
    }
    const answer = await ask('/api/ucp/mcp', { method: 'POST', body: JSON.stringify(sent) })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store'])
    expect(await answer.json()).toMatchObject({
      id: 1,
      error: { code: -32001, data: { code: 'invalid_profile_url', status: 400 } },
    })
  })
})

describe('the profile', () => {
  const profileAt = async (path: string) =>
    ((await (await ask(path)).json()) as ReturnType<typeof profileOf>).ucp

  test.each([
    ['2026-08-25', '/.well-known/ucp'],
    ['2026-04-08', '/.well-known/ucp/2026-04-08'],
  ])('of %s names what is there, all of it in that version and of its documents', async (version, path) => {
    const ucp = await profileAt(path)
    expect([ucp.version, ucp.payment_handlers]).toEqual([version, {}])
    const shopping = 'dev.ucp.shopping'
    expect(Object.keys(ucp.capabilities)).toEqual([
      ...[`${shopping}.checkout`, `${shopping}.fulfillment`],
      ...[`${shopping}.catalog.search`, `${shopping}.catalog.lookup`],
      ...(version === '2026-08-25' ? [`${shopping}.permalink`] : []),
    ])
    const services = ucp.services[shopping]
    expect(services.map(({ transport, endpoint }) => [transport, endpoint])).toEqual([
      ['rest', `${ORIGIN}/api/ucp/v1`],
      ['mcp', `${ORIGIN}/api/ucp/mcp`],
    ])
    for (const entry of [...services, ...Object.values(ucp.capabilities).flat()]) {
      const page = new RegExp(`^https://ucp\\.dev/${version}/`)
      expect(entry).toMatchObject({
        version,
        spec: expect.stringMatching(page),
        schema: expect.stringMatching(page),
      })
    }
  })

  test('at the root leads to the older one, which leads no further', async () => {
    expect((await profileAt('/.well-known/ucp')).supported_versions).toEqual({
      '2026-04-08': `${ORIGIN}/.well-known/ucp/2026-04-08`,
    })
    expect(await profileAt('/.well-known/ucp/2026-04-08')).not.toHaveProperty('supported_versions')
  })

  test('names an endpoint for permalinks as the schema of the protocol has it', async () => {
    const { capabilities } = await profileAt('/.well-known/ucp')
    expect(capabilities['dev.ucp.shopping.permalink']?.[0]).toMatchObject({
      config: { endpoint: expect.stringMatching(/^https:\/\/[^/?#\s\\@]+(?:\/[^?#\s\\]*[^/?#\s\\])?$/) },
    })
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
