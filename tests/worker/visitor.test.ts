import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Visitor } from './visitor.ts'

/** A server that closes the connection of the first request. */
let asked: string[] = []
const server = createServer(({ method = '', socket }, response) => {
  asked.push(method)
  return asked.length === 1 ? socket.destroy() : response.end('here')
})
let visitor: Visitor
beforeAll(async () => {
  await once(server.listen(0), 'listening')
  visitor = new Visitor(`http://localhost:${(server.address() as AddressInfo).port}`)
})
beforeEach(() => {
  asked = []
})
afterAll(() => server.close())

test('a page is asked for again when its connection was being closed', async () => {
  expect(await (await visitor.send('/')).text()).toBe('here')
  expect(asked).toEqual(['GET', 'GET'])
})

test('a form is not sent again', async () => {
  await expect(visitor.send('/', { method: 'POST', body: 'a=b' })).rejects.toThrow('fetch failed')
  expect(asked).toEqual(['POST'])
})
