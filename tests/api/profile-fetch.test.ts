import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { awaitedService, watchOutsideCalls } from '#api/platform/outside-calls.ts'
import { PROFILE_BYTES, PROFILE_MS, webProfiles } from '#api/platform/profiles/web-profiles.ts'
import { manualTimers } from '#tests/support/manual-timers.ts'

// A platform on this machine, which answers as a test wants.

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const JSON_TYPE = { 'content-type': 'application/json' }
const PROFILE = { ucp: { version: '2026-08-25' } }
const unreachable = expect.objectContaining({ name: 'ProfileError', kind: 'unreachable' })
const unreadable = expect.objectContaining({ name: 'ProfileError', kind: 'unreadable' })

let answer: Answer
let asked: IncomingMessage[]
const server = createServer((request, response) => {
  asked.push(request)
  answer(response, request)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ucp.json`
const timers = manualTimers()
const profiles = webProfiles(timers.startTimer)

beforeEach(() => {
  asked = []
  answer = answering(JSON.stringify(PROFILE))
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

function answering(body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers }).end(body)
  }
}

/** JSON of so many bytes. */
const jsonOf = (bytes: number) => `"${'a'.repeat(bytes - 2)}"`

test('a profile is asked for by GET, without anything of ours', async () => {
  expect(await profiles.fetch(address)).toEqual({ document: PROFILE, maxAgeSeconds: null })
  expect(asked.map(({ method, url }) => [method, url])).toEqual([['GET', '/ucp.json']])
  expect(asked[0]?.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'apologize-better/1' })
  expect(asked[0]?.headers).not.toHaveProperty('cookie')
  expect(asked[0]?.headers).not.toHaveProperty('authorization')
})

test.each([
  ['public, max-age=600', 600],
  ['Max-Age="90", public', 90],
  ['s-maxage=5, max-age=70', 70],
  ['s-maxage=5', null],
  ['x-max-age=5, max-age=80', 80],
  ['max-age=-1', null],
  ['max-age=12345678901', null],
  ['no-store', null],
  ['', null],
])('cache-control %j lets it be kept for %j s', async (cacheControl, seconds) => {
  answer = answering('{}', { 'cache-control': cacheControl })
  expect((await profiles.fetch(address)).maxAgeSeconds).toBe(seconds)
})

describe('is read', () => {
  test.each<[string, Answer, unknown]>([
    ['whatever it is called', answering('{"a":1}', { 'content-type': 'text/plain' }), { a: 1 }],
    ['with a byte order mark', answering('\ufeff[]'), []],
    ['with characters of several bytes', answering('"💐é"'), '💐é'],
    ['packed', answering(gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }), { a: 1 }],
    ['up to 128 KiB', answering(jsonOf(PROFILE_BYTES)), 'a'.repeat(PROFILE_BYTES - 2)],
  ])('%s', async (_, given, document) => {
    answer = given
    expect((await profiles.fetch(address)).document).toEqual(document)
  })

  test('when a character comes in two parts', async () => {
    const [first, second] = [Buffer.from('"💐"').subarray(0, 3), Buffer.from('"💐"').subarray(3)]
    answer = (response) => {
      response.writeHead(200, JSON_TYPE).write(first, () => setImmediate(() => response.end(second)))
    }
    expect((await profiles.fetch(address)).document).toBe('💐')
  })
})

describe('is unreadable', () => {
  test.each<[string, Answer]>([
    ['from 128 KiB and a byte', answering(jsonOf(PROFILE_BYTES + 1))],
    [
      'if a small answer unpacks to a large one',
      answering(gzipSync(jsonOf(30_000_000)), { 'content-encoding': 'gzip' }),
    ],
    ['as a page', answering('<!doctype html><title>Not found</title>', { 'content-type': 'text/html' })],
    ['without a word', answering('')],
    ['cut in its middle', answering('{"ucp":{')],
    ['with something behind it', answering('{}{}')],
    ['in another encoding', answering(Buffer.from('"é"', 'latin1'))],
    ['with half a character at its end', answering(Buffer.from('{}é').subarray(0, 3))],
  ])('%s', async (_, given) => {
    answer = given
    await expect(profiles.fetch(address)).rejects.toEqual(unreadable)
  })

  test('without an end: no more of it is taken', async () => {
    const gone = Promise.withResolvers<void>()
    answer = (response) => {
      response.on('close', () => gone.resolve()).writeHead(200, JSON_TYPE)
      const write = () => {
        while (!response.destroyed && response.write('['.repeat(16_384))) {}
      }
      response.on('drain', write)
      write()
    }
    await expect(profiles.fetch(address)).rejects.toEqual(unreadable)
    await gone.promise
  })
})

describe('is unreachable', () => {
  test.each([201, 202, 204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 502, 503])(
    'with status %i',
    async (status) => {
      answer = (response) => void response.writeHead(status).end()
      await expect(profiles.fetch(address)).rejects.toEqual(unreachable)
    },
  )

  test.each([301, 302, 303, 307, 308])('with redirect %i, which nobody follows', async (status) => {
    answer = (response, { url }) => {
      if (url === '/ucp.json') response.writeHead(status, { location: '/elsewhere' }).end()
      else answering('{}')(response, asked[0] as IncomingMessage)
    }
    await expect(profiles.fetch(address)).rejects.toEqual(unreachable)
    expect(asked).toHaveLength(1)
  })

  test.each<[string, Answer]>([
    ['if it hangs up at once', (response) => void response.destroy()],
    [
      'if it hangs up in between',
      (response) => {
        response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' })
        response.write('{"ucp":', () => response.destroy())
      },
    ],
    ['if it cannot be unpacked', answering('{}', { 'content-encoding': 'gzip' })],
  ])('%s', async (_, given) => {
    answer = given
    await expect(profiles.fetch(address)).rejects.toEqual(unreachable)
  })

  test('with a failure that goes on, which is hung up on', async () => {
    const fetching = vi.spyOn(globalThis, 'fetch')
    answer = (response) => void response.writeHead(500, JSON_TYPE).write('{')
    await expect(profiles.fetch(address)).rejects.toEqual(unreachable)
    // The runtime hangs up, too, but not before it tidies up.
    expect(fetching.mock.calls.map(([, options]) => options?.signal?.aborted)).toEqual([true])
    fetching.mockRestore()
  })

  test('where nobody listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    await expect(profiles.fetch(`http://127.0.0.1:${port}/`)).rejects.toEqual(unreachable)
  })

  test.each<[string, Answer]>([
    ['does not answer', () => {}],
    ['answers without a body', (response) => void response.writeHead(200, JSON_TYPE).flushHeaders()],
    ['trickles', (response) => void response.writeHead(200, JSON_TYPE).write('{"ucp":')],
  ])('after three seconds if it %s, and is hung up on', async (_, given) => {
    const [come, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    answer = (response, request) => {
      response.on('close', () => gone.resolve())
      given(response, request)
      come.resolve()
    }
    let isOver = false
    const call = profiles.fetch(address).finally(() => {
      isOver = true
    })
    // It is looked at below, once its time is over.
    call.catch(() => undefined)
    await come.promise
    timers.elapse(PROFILE_MS - 1)
    await new Promise(setImmediate)
    expect(isOver).toBe(false)
    timers.elapse(1)
    await expect(call).rejects.toEqual(unreachable)
    await gone.promise
  })
})

test('a request that waits for a profile says so, and blames nobody afterwards', async () => {
  const come = Promise.withResolvers<ServerResponse>()
  answer = (response) => come.resolve(response)
  await watchOutsideCalls(async () => {
    const call = expect(profiles.fetch(address)).rejects.toEqual(unreachable)
    const response = await come.promise
    expect(awaitedService()).toBe('profiles')
    response.destroy()
    await call
    expect(awaitedService()).toBeNull()
  })
})
