import { beforeEach, describe, expect, test } from 'vitest'
import { Edge } from '#local/edge/edge.ts'

const PAGE = 'http://shop.test/home'
const KEPT = { 'cloudflare-cdn-cache-control': 'public, max-age=3600, stale-while-revalidate=86400' }
const TAGGED = { ...KEPT, 'cache-tag': 'catalogue,path:/home' }
const FILE = { 'cf-cache-status': 'HIT' }
const MINUTE_MS = 60_000

let now: number
let edge: Edge
/** The requests that reached the origin. */
let asked: Request[]
let origin: (request: Request) => Response | Promise<Response>
let work: Promise<unknown>[]

beforeEach(() => {
  now = 0
  asked = []
  work = []
  origin = () => new Response(`answer ${asked.length}`, { headers: TAGGED })
  edge = new Edge(
    async (request) => {
      asked.push(request)
      return origin(request)
    },
    () => now,
  )
})

/** Asks the edge, reads the answer, and waits for what goes on after it. */
async function get(path = PAGE, init: RequestInit = {}) {
  const response = await edge.fetch(new Request(path, init), (each) => work.push(each))
  const text = await response.text()
  await Promise.all(work.splice(0))
  const { status, headers } = response
  return { status, text, cache: headers.get('cf-cache-status'), age: headers.get('age'), headers }
}

const answers = (headers: Record<string, string>, status = 200) => {
  origin = () => new Response(`answer ${asked.length}`, { status, headers })
}

describe('what is kept', () => {
  test('a second request is answered without the origin, with its age', async () => {
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'MISS', age: null })
    now += 5 * MINUTE_MS
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'HIT', age: '300' })
    expect(asked).toHaveLength(1)
  })

  test('the address is the key, with its query and without cookies', async () => {
    await get(PAGE, { headers: { cookie: 'zip=10001' } })
    expect(await get(PAGE, { headers: { cookie: 'zip=94102' } })).toMatchObject({ cache: 'HIT' })
    expect(await get(`${PAGE}?optionId=FLOWER-001`)).toMatchObject({ cache: 'MISS', text: 'answer 2' })
  })

  test.each([
    ['s-maxage before max-age', { 'cache-control': 'public, max-age=1, s-maxage=600' }, 599_000],
    ['the header of the edge before the public one', { 'cache-control': 'no-store', ...KEPT }, 3_599_000],
    ['a file that never changes', { ...FILE, 'cache-control': 'public, max-age=600, immutable' }, 599_000],
    ['an answer that varies by encoding', { ...KEPT, vary: 'Accept-Encoding' }, 1_000],
  ])('%s is honored', async (_, headers, later) => {
    answers(headers)
    await get()
    now += later
    expect(await get()).toMatchObject({ cache: 'HIT' })
  })

  test.each<[string, Record<string, string>, number?]>([
    ['nothing is said about keeping', {}],
    ['no-store', { 'cache-control': 'no-store, max-age=600' }],
    ['private', { 'cache-control': 'private, max-age=600' }],
    ['an age of zero', { 'cache-control': 'public, max-age=0, must-revalidate' }],
    ['the edge is told not to', { 'cache-control': 'max-age=600', 'cdn-cache-control': 'no-store' }],
    ['a cookie is set', { ...KEPT, 'set-cookie': 'zip=10001' }],
    ['it varies by cookie', { ...KEPT, vary: 'Cookie' }],
    ['a failure', KEPT, 503],
    ['a redirect', { ...KEPT, location: '/' }, 303],
    ['a file that may change', { ...FILE, 'cache-control': 'public, max-age=600' }],
  ])('not kept: %s', async (_, headers, status = 200) => {
    answers(headers, status)
    await get(PAGE, { redirect: 'manual' })
    await get(PAGE, { redirect: 'manual' })
    expect(asked).toHaveLength(2)
  })

  test.each<[string, RequestInit]>([
    ['a form', { method: 'POST', body: 'zip=10001' }],
    ['a signed request', { headers: { authorization: 'Bearer x' } }],
    ['a part of it', { headers: { range: 'bytes=0-1' } }],
  ])('not answered from what is kept: %s', async (_, init) => {
    await get()
    expect(await get(PAGE, init)).toMatchObject({ text: 'answer 2', cache: null })
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'HIT' })
  })

  test('an answer that breaks off, or is too long, is sent on and not kept', async () => {
    const chunk = new Uint8Array(1024 * 1024)
    let left = 3
    origin = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close()),
        }),
        { headers: KEPT },
      )
    expect((await get()).text).toHaveLength(3 * chunk.length)
    origin = () =>
      new Response(new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) }), {
        headers: KEPT,
      })
    await expect(get()).rejects.toThrow('cut')
    await Promise.all(work.splice(0))
    answers(KEPT)
    expect(await get()).toMatchObject({ cache: 'MISS' })
  })

  test('a long answer reaches the visitor before all of it is here', async () => {
    const { promise: rest, resolve } = Promise.withResolvers<void>()
    const parts = ['first', 'last']
    origin = () =>
      new Response(
        new ReadableStream({
          async pull(controller) {
            if (parts.length === 1) await rest
            const part = parts.shift()
            if (part === undefined) controller.close()
            else controller.enqueue(new TextEncoder().encode(part))
          },
        }),
        { headers: KEPT },
      )
    const response = await edge.fetch(new Request(PAGE), (each) => work.push(each))
    const reader = response.body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('first')
    resolve()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('last')
  })
})

describe('HEAD and conditional requests', () => {
  beforeEach(() => answers({ ...TAGGED, etag: 'W/"1"', 'last-modified': 'Thu, 04 Jun 2026 14:30:00 GMT' }))

  test('HEAD is answered from what GET left, without a body', async () => {
    await get()
    expect(await get(PAGE, { method: 'HEAD' })).toMatchObject({ status: 200, text: '', cache: 'HIT' })
    expect(asked).toHaveLength(1)
  })

  test.each([
    [{ 'if-none-match': '"1"' }, 304],
    [{ 'if-none-match': '"0", W/"1"' }, 304],
    [{ 'if-none-match': '"2"' }, 200],
    [{ 'if-modified-since': 'Thu, 04 Jun 2026 14:30:00 GMT' }, 304],
    [{ 'if-modified-since': 'Thu, 04 Jun 2026 14:29:59 GMT' }, 200],
    // The tag decides where both are sent.
    [{ 'if-none-match': '"2"', 'if-modified-since': 'Thu, 04 Jun 2026 14:30:00 GMT' }, 200],
  ])('%j is answered with %i', async (headers, status) => {
    await get()
    const answer = await get(PAGE, { headers: headers as Record<string, string> })
    expect(answer).toMatchObject({ status, text: status === 304 ? '' : 'answer 1', cache: 'HIT' })
  })
})

describe('what is stale', () => {
  test('is shown once more while the next one is fetched', async () => {
    await get(PAGE, { headers: { 'if-none-match': '"0"' } })
    now += 61 * MINUTE_MS
    expect(await get(PAGE, { headers: { 'if-none-match': '"0"' } })).toMatchObject({
      text: 'answer 1',
      cache: 'UPDATING',
      age: '3660',
    })
    expect(asked[1]?.headers.has('if-none-match')).toBe(false)
    expect(await get()).toMatchObject({ text: 'answer 2', cache: 'HIT', age: '0' })
  })

  test('is fetched once, however many ask meanwhile', async () => {
    await get()
    now += 61 * MINUTE_MS
    const ask = () => edge.fetch(new Request(PAGE), (each) => work.push(each))
    await Promise.all([ask(), ask(), ask()])
    await Promise.all(work)
    expect(asked).toHaveLength(2)
  })

  test('is fetched again by a later request when the one that fetched it was cut off', async () => {
    await get()
    now += 61 * MINUTE_MS
    origin = () => new Promise<Response>(() => {})
    const cutOff = await edge.fetch(new Request(PAGE), () => {})
    expect(await cutOff.text()).toBe('answer 1')
    answers(TAGGED)
    now += MINUTE_MS
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'UPDATING' })
    expect(await get()).toMatchObject({ text: 'answer 3', cache: 'HIT' })
  })

  test('stays when the origin fails, and is asked for again', async () => {
    await get()
    now += 61 * MINUTE_MS
    answers({ 'cache-control': 'no-store' }, 503)
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'UPDATING' })
    answers(TAGGED)
    expect(await get()).toMatchObject({ text: 'answer 1', cache: 'UPDATING' })
    expect(await get()).toMatchObject({ text: 'answer 3', cache: 'HIT' })
  })

  test('is not shown forever', async () => {
    await get()
    now += 25 * 60 * MINUTE_MS
    expect(await get()).toMatchObject({ text: 'answer 2', cache: 'MISS' })
  })
})

describe('purging', () => {
  test('takes what has the tag, and nothing else', async () => {
    await get()
    await get(`${PAGE}?again`)
    answers({ ...KEPT, 'cache-tag': 'articles' })
    await get('http://shop.test/learn')
    edge.purge(['catalogue'])
    expect(await get()).toMatchObject({ cache: 'MISS' })
    expect(await get(`${PAGE}?again`)).toMatchObject({ cache: 'MISS' })
    expect(await get('http://shop.test/learn')).toMatchObject({ cache: 'HIT' })
  })

  test('an answer that was begun before and is done after is not kept', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    origin = () => promise
    const first = get()
    await expect.poll(() => asked.length).toBe(1)
    edge.purge(['catalogue'])
    resolve(new Response('the old price', { headers: TAGGED }))
    expect(await first).toMatchObject({ text: 'the old price' })
    answers(TAGGED)
    expect(await get()).toMatchObject({ text: 'answer 2', cache: 'MISS' })
  })
})
