import { once } from 'node:events'
import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { DELIVERY, PAYMENT, sharedShop, Visitor } from './visitor.ts'

// Requests that are refused before anybody reads what they bring: wrong methods, and connections that outlive a refusal.

const shop = sharedShop()
afterAll(() => shop.client.close())

const JSON_BODY = { 'content-type': 'application/json' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('a method that an address does not take', () => {
  const PAGE = 'GET, HEAD, OPTIONS, POST'

  test.each([
    ['PUT', '/', PAGE],
    ['DELETE', '/home', PAGE],
    ['PATCH', DELIVERY, PAGE],
    ['PUT', PAYMENT, PAGE],
    ['DELETE', '/admin/orders', PAGE],
    ['POST', '/pictures/nothing.jpg', 'GET, HEAD, OPTIONS'],
    ['PUT', '/api/waitlist', 'OPTIONS, POST'],
    ['POST', '/api/zip-codes/10001', 'GET, HEAD, OPTIONS'],
  ])('%s %s is refused, with those that it takes', async (method, path, allow) => {
    const visitor = new Visitor(shop.url)
    const answer = await visitor.send(path, { method, headers: JSON_BODY, body: '{}' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
    const asked = await visitor.send(path, { method: 'OPTIONS' })
    expect([asked.status, asked.headers.get('allow')]).toEqual([204, allow])
  })

  test.each(['/nothing', '/api/nothing', '/pictures/no/such.jpg'])(
    'is no other at %s, which is not found',
    async (path) => {
      const answer = await new Visitor(shop.url).send(path, { method: 'PUT', headers: JSON_BODY, body: '{}' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([404, null])
    },
  )
})

test.each(['/', '/api/', '/admin/', '/pictures/', '/home?optionId='])(
  'an address below %s that is longer than any of ours is refused, whatever is in it',
  async (start) => {
    const answer = await new Visitor(shop.url).send(`${start}${'a/'.repeat(10_000)}`)
    expect([answer.status, await answer.text()]).toEqual([414, 'This address is too long.'])
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  },
)

describe('the connection of a refused request', () => {
  test.each<[number, string, string, Record<string, string>, string]>([
    [401, 'POST', '/api/admin/products', JSON_BODY, '{"title":"Rose"}'],
    [403, 'POST', '/api/auth/sign-in', { ...JSON_BODY, origin: 'https://elsewhere.example' }, '{}'],
    [404, 'POST', '/api/nothing', JSON_BODY, '{}'],
    [404, 'POST', '/api/nothing', JSON_BODY, 'x'.repeat(200_000)],
    [405, 'PUT', '/api/waitlist', JSON_BODY, '{}'],
    [405, 'POST', '/pictures/nothing.jpg', JSON_BODY, '{}'],
    [405, 'PUT', '/home', FORM, 'zip=10001'],
    [403, 'POST', '/home', { ...FORM, origin: 'https://elsewhere.example' }, 'zip=10001'],
    [404, 'POST', '/nothing', FORM, 'zip=10001'],
  ])('stays open after %i for %s %s', async (status, method, path, headers, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      const refused = await exchange(path, { method, headers, agent }, body)
      expect(refused.status).toBe(status)
      expect(await exchange('/api/nothing', { agent })).toEqual({ status: 404, isReused: true })
    } finally {
      agent.destroy()
    }
  })

  test.each(['/api/nothing', '/nothing'])('stays open after a GET of %s that brings a body', async (path) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    try {
      expect((await exchange(path, { agent }, '{}')).status).toBe(404)
      expect(await exchange(path, { agent }, '{}')).toEqual({ status: 404, isReused: true })
    } finally {
      agent.destroy()
    }
  })

  test('is not waited for when its body does not come', async () => {
    const sent = request(`${shop.url}/pictures/nothing.jpg`, {
      method: 'POST',
      headers: { ...JSON_BODY, 'content-length': '1000' },
    })
    sent.on('error', () => undefined)
    sent.write('{')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    expect(answer.statusCode).toBe(405)
    sent.destroy()
  })
})

/** One request and its answer. `isReused`: it went over a connection that was open. */
async function exchange(path: string, options: RequestOptions, body = '') {
  const sent = request(shop.url + path, {
    ...options,
    headers: { origin: shop.url, 'content-length': Buffer.byteLength(body), ...options.headers },
  })
  sent.end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  answer.resume()
  await once(answer, 'end')
  return { status: answer.statusCode, isReused: sent.reusedSocket }
}
