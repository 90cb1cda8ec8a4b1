import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { sharedShop, Visitor } from './visitor.ts'

// MCP as the Worker serves it: the host is the one that the client sent, and the rules of an apology are a part that is loaded.

const shop = sharedShop()
afterAll(() => shop.client.close())

const PATH = '/api/ucp/mcp'
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

/** Sends a ping under another name for the same address, as a page does after DNS rebinding; `fetch` would not. */
const pingAs = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${shop.url}${PATH}`, { method: 'POST', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sent.on('error', reject)
    sent.end(PING)
  })

test('a request for another host, or from one, is refused', async () => {
  const { host } = new URL(shop.url)
  expect(await pingAs({ host })).toBe(200)
  expect(await pingAs({ host, origin: `http://${host}` })).toBe(200)
  expect(await pingAs({ host: 'evil.example' })).toBe(403)
  expect(await pingAs({ host, origin: 'http://evil.example' })).toBe(403)
})

test('an apology is looked over, and the log has none of it', async () => {
  const mark = crypto.randomUUID()
  const answer = await new Visitor(shop.url).send(PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'check_apology', arguments: { text: `${mark}: I’m sorry, but you were late.` } },
    }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({
    result: { structuredContent: { marks: [{ words: 'sorry, but' }] } },
  })
  const id = answer.headers.get('x-request-id') ?? 'none'
  const log = () => readFileSync(shop.logPath, 'utf8')
  await expect.poll(() => log().includes(id)).toBe(true)
  expect(log()).not.toContain(mark)
})
