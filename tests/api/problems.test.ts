import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { logFailure, storeProblem } from '#api/platform/failure.ts'
import { awaitedService, outsideCall, watchOutsideCalls } from '#api/platform/outside-calls.ts'
import { noUnwrittenProblems } from '#api/platform/problems.ts'
import { problems } from '#drizzle/schema/problems.ts'
import type { Problem } from '#src/admin/problems/queries.ts'
import { whileFailing } from '#tests/support/failing-call.ts'
import { problem } from '#tests/support/message-rows.ts'
import { shareTestShop } from '#tests/support/shared-shop.ts'
import { signIn } from '#tests/support/staff.ts'
import { withoutIds } from '#tests/support/without-ids.ts'

const shop = await shareTestShop()

const PERSON = {
  email: 'canary@example.com',
  city: 'Oakland',
  state: 'CA',
  zipCode: '94601',
  story: 'I sang at her wedding',
}
const REPORT = {
  path: '/payment',
  error: 'TypeError',
  message: 'Cannot read properties of null (reading "focus")',
  stack: 'TypeError: Cannot read\n    at pay (https://shop.test/_astro/pay.js:1:4821)',
}
const CHROME = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0.0.0 Mobile Safari/537.36'

/** A join of the waitlist that meets a database without the table for it: nobody expects that. */
async function failingJoin() {
  await shop.db.run(sql`alter table waitlist rename to lost`)
  const answer = await shop.post('/waitlist', PERSON)
  await shop.db.run(sql`alter table lost rename to waitlist`)
  await shop.settled()
  return answer
}

async function report(changes: object = {}, headers: Record<string, string> = {}) {
  const { origin } = shop.deps.config
  const answer = await shop.post(
    '/browser-errors',
    { ...REPORT, ...changes },
    { origin, 'user-agent': CHROME, ...headers },
  )
  await shop.settled()
  return answer
}

const list = async (query = '') => {
  const admin = await signIn(shop)
  const { status, body } = await admin.get(`/admin/problems${query}`)
  expect(status).toBe(200)
  return (body as { rows: Problem[] }).rows
}

describe('a failure of the server', () => {
  test('is logged with request id, route, name, message, stack and cause, and nothing that was typed', async () => {
    const { status, headers } = await failingJoin()
    expect(status).toBe(500)
    const [line] = shop.logged.filter(({ event }) => event === 'unknown_error')
    expect(line).toMatchObject({
      level: 'error',
      fields: {
        requestId: headers.get('x-request-id'),
        route: '/api/waitlist',
        error: 'LibsqlBatchError',
        message: expect.stringContaining('no such table: waitlist'),
        code: 'SQL_INPUT_ERROR',
        stack: expect.arrayContaining([expect.stringMatching(/^at joinWaitlist .+:\d+:\d+/)]),
        cause: { error: 'ResponseError', code: 'SQL_INPUT_ERROR' },
      },
    })
    const lines = JSON.stringify(shop.logged)
    for (const secret of [PERSON.email, PERSON.story, PERSON.city, PERSON.zipCode])
      expect(lines).not.toContain(secret)
  })

  test('of a query names the statement without its values', async () => {
    await shop.db.run(sql`alter table market_zipcodes rename to lost`)
    expect((await shop.get(`/zip-codes/${PERSON.zipCode}`)).status).toBe(500)
    await shop.db.run(sql`alter table lost rename to market_zipcodes`)
    const lines = JSON.stringify(shop.logged)
    expect(lines).toContain('Failed query: select')
    expect(lines).not.toContain(PERSON.zipCode)
  })

  test('is kept for admins once, with how often and when, and the last request id', async () => {
    await failingJoin()
    shop.pass(5)
    const { headers } = await failingJoin()
    const rows = await list()
    expect(rows).toEqual([
      {
        fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
        source: 'server',
        event: 'unknown_error',
        place: '/api/waitlist',
        error: 'LibsqlBatchError',
        message: expect.stringContaining('no such table: waitlist'),
        stack: expect.stringMatching(
          /at joinWaitlist[\s\S]*\nCaused by ResponseError SQL_INPUT_ERROR: .*no such table/,
        ),
        device: null,
        requestId: headers.get('x-request-id'),
        times: 2,
        firstAt: '2026-06-04T14:30:00.000Z',
        lastAt: '2026-06-04T14:35:00.000Z',
        buyers: null,
      },
    ])
    expect(withoutIds(JSON.stringify(rows))).not.toMatch(/canary|Oakland|94601|wedding/)
  })

  test('that cannot be kept is the same answer, and is kept with the next request', async () => {
    const answer = await whileFailing(shop, { at: 1 }, async () => {
      const { status, body } = await shop.post('/waitlist', PERSON)
      await shop.settled()
      return { status, body }
    })
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'unknown' } } })
    expect(shop.logged.map(({ event }) => event)).toEqual(['unknown_error', 'problems_unwritten', 'request'])
    shop.pass(1)
    await list()
    await shop.settled()
    expect(await list()).toEqual([
      expect.objectContaining({ place: '/api/waitlist', times: 1, lastAt: '2026-06-04T14:30:00.000Z' }),
    ])
  })

  test('of a scheduled job names the job', async () => {
    await shop.db.run(sql`alter table rate_counters rename to lost`)
    await shop.scheduled()
    await shop.db.run(sql`alter table lost rename to rate_counters`)
    await shop.settled()
    expect(await list()).toContainEqual(
      expect.objectContaining({
        event: 'scheduled_failed',
        place: 'deleteOldCounters',
        message: expect.stringContaining('Failed query'),
        requestId: null,
      }),
    )
  })
})

describe('an outage', () => {
  const minutes = async (count: number, work: () => Promise<unknown>) => {
    for (let n = 0; n < count; n++) {
      await work()
      await shop.settled()
      shop.pass(1)
    }
  }
  const outages = async () => (await list()).filter(({ event }) => event.endsWith('_unavailable'))

  test('of the database is one entry, written once it answers again, with all that failed', async () => {
    shop.setDatabaseFault({ kind: 'error' })
    await minutes(3, async () => {
      expect((await shop.get('/zip-codes/10001')).status).toBe(503)
      expect((await shop.post('/waitlist', PERSON)).status).toBe(503)
      await shop.scheduled()
    })
    shop.setDatabaseFault(null)
    expect(await outages()).toEqual([])
    await shop.settled()
    const rows = await list()
    expect(rows).toEqual([
      expect.objectContaining({
        event: 'database_unavailable',
        place: null,
        error: 'Outage',
        message: 'The database did not answer',
        firstAt: '2026-06-04T14:30:00.000Z',
        lastAt: '2026-06-04T14:32:00.000Z',
      }),
    ])
    expect(rows[0]?.times).toBeGreaterThan(20)
    expect(shop.deps.unwrittenProblems.byFingerprint.size).toBe(0)
  })

  test('of Stripe is one entry, whatever fails because of it', async () => {
    shop.payments.setFault({ kind: 'error-before' })
    await minutes(3, () => shop.scheduled())
    shop.payments.setFault({ kind: 'none' })
    await minutes(1, () => shop.scheduled())
    expect(await list()).toEqual([
      expect.objectContaining({
        event: 'payments_unavailable',
        message: 'Stripe did not answer',
        times: 6,
        firstAt: '2026-06-04T14:30:00.000Z',
        lastAt: '2026-06-04T14:32:00.000Z',
      }),
    ])
  })

  test('that comes again an hour later is another entry', async () => {
    for (const _ of ['first', 'second']) {
      shop.payments.setFault({ kind: 'error-before' })
      await minutes(2, () => shop.scheduled())
      shop.payments.setFault({ kind: 'none' })
      shop.pass(60)
    }
    expect((await outages()).map(({ times, firstAt }) => [times, firstAt])).toEqual([
      [4, '2026-06-04T15:32:00.000Z'],
      [4, '2026-06-04T14:30:00.000Z'],
    ])
  })

  test('keeps 25 different problems for later and only counts the others in the log', async () => {
    shop.setDatabaseFault({ kind: 'busy' })
    for (let n = 0; n < 60; n++) logFailure(shop.deps, 'unknown_error', new Error(`No. ${n % 55}`))
    await shop.settled()
    expect(shop.deps.unwrittenProblems.byFingerprint.size).toBe(25)
    expect(shop.logged.filter(({ event }) => event === 'problem_not_kept').length).toBeGreaterThan(0)
    shop.setDatabaseFault(null)
    shop.pass(1)
    await list()
    await shop.settled()
    expect(new Set((await list()).map(({ message }) => message)).size).toBe(25)
  })

  test('keeps a failure of the server, whatever browsers report meanwhile', async () => {
    shop.deps.config.limits.browserErrors = { max: 100, seconds: 60 }
    shop.setDatabaseFault({ kind: 'busy' })
    for (let n = 0; n < 60; n++) {
      const made = {
        source: 'browser',
        event: 'browser_error',
        place: '/',
        requestId: 'r',
        device: null,
      } as const
      storeProblem(shop.deps, made, { error: 'Error', message: `Made up ${n}`, stack: [] })
    }
    await shop.settled()
    logFailure(shop.deps, 'unknown_error', new Error('The real one'))
    await shop.settled()
    shop.setDatabaseFault(null)
    shop.pass(1)
    await list()
    await shop.settled()
    expect((await list()).map(({ message }) => message)).toContain('The real one')
  })
})

describe('an uncaught error of a browser', () => {
  test('is logged and kept, with the browser’s name', async () => {
    const { status, body, headers } = await report()
    expect([status, body]).toEqual([200, { success: true }])
    const requestId = headers.get('x-request-id')
    expect(shop.logged).toContainEqual({
      level: 'warn',
      event: 'browser_error',
      fields: {
        requestId,
        path: '/payment',
        device: 'Chrome on Android',
        error: 'TypeError',
        message: REPORT.message,
        stack: ['at pay (https://shop.test/_astro/pay.js:1:4821)'],
      },
    })
    expect(await list()).toEqual([
      expect.objectContaining({
        source: 'browser',
        place: '/payment',
        device: 'Chrome on Android',
        message: REPORT.message,
        stack: 'at pay (https://shop.test/_astro/pay.js:1:4821)',
        requestId,
        times: 1,
      }),
    ])
  })

  test('loses what is personal in it', async () => {
    await report({
      path: '/track/Jf8s_k2LmN0pQrStUvWx9Z/canary@example.com',
      message: 'email: canary@example.com, phone (212) 555-0142',
      stack: 'Error: canary\n    at f (https://shop.test/track?token=canary:1:1)',
    })
    const [row] = await list()
    expect(row).toMatchObject({ place: '/track/[id]/[email]', stack: 'at f (https://shop.test/track:1:1)' })
    expect(withoutIds(JSON.stringify([shop.logged, row]))).not.toMatch(/canary|555|Jf8s/)
  })

  test.each<[string, object, Record<string, string>, number]>([
    ['another site', {}, { origin: 'https://elsewhere.example' }, 403],
    ['a page of another site', {}, { 'sec-fetch-site': 'cross-site' }, 403],
    ['an address of another site', { path: 'https://elsewhere.example' }, {}, 422],
    ['a long message', { message: 'x'.repeat(501) }, {}, 422],
    ['a long stack', { stack: 'x'.repeat(4001) }, {}, 422],
    ['something more', { cookie: 'x' }, {}, 422],
    ['no message', { message: undefined }, {}, 422],
    ['too much', { stack: 'x'.repeat(33_000) }, {}, 413],
  ])('is refused with %s', async (_, changes, headers, status) => {
    expect((await report(changes, headers)).status).toBe(status)
    expect(await list()).toEqual([])
  })

  test('is taken so often from one address and no more', async () => {
    shop.deps.config.limits.browserErrors = { max: 3, seconds: 60 }
    const from = (address: string) => report({}, { 'cf-connecting-ip': address })
    for (const expected of [200, 200, 200, 429, 429])
      expect((await from('203.0.113.1')).status).toBe(expected)
    expect((await from('203.0.113.2')).status).toBe(200)
    expect(await list()).toEqual([expect.objectContaining({ times: 4 })])
  })
})

describe('what a page tried against its policy', () => {
  const violation = async (changes: object = {}, body?: string) => {
    const answer = await shop.app.request('/api/policy-reports', {
      method: 'POST',
      headers: { 'content-type': 'application/csp-report', 'user-agent': CHROME },
      body: body ?? JSON.stringify({ 'csp-report': { ...VIOLATION, ...changes } }),
    })
    await shop.settled()
    return answer.status
  }
  const VIOLATION = {
    'document-uri': 'https://shop.test/manage?token=canary',
    'effective-directive': 'img-src',
    'blocked-uri': 'https://pictures.example/canary.png?of=canary@example.com',
    'original-policy': "default-src 'none'",
    disposition: 'enforce',
  }

  test('is kept as reported by a browser, with the page’s path and the host only', async () => {
    expect(await violation()).toBe(200)
    expect(await list()).toEqual([
      expect.objectContaining({
        source: 'browser',
        event: 'policy_violation',
        place: '/manage',
        message: 'img-src does not allow https://pictures.example',
        device: 'Chrome on Android',
      }),
    ])
    expect(JSON.stringify(shop.logged)).not.toContain('canary')
  })

  test.each([
    ['inline', 'inline'],
    ['data:image/png;base64,AAAA', 'data'],
    ['', 'this'],
  ])('names %j without an address', async (blocked, named) => {
    await violation({ 'blocked-uri': blocked })
    expect((await list()).map(({ message }) => message)).toEqual([`img-src does not allow ${named}`])
  })

  test.each([
    { 'blocked-uri': 'chrome-extension://abcdef/script.js' },
    { 'blocked-uri': 'inline', 'source-file': 'moz-extension://abcdef/script.js' },
  ])('of the reader’s extensions is not ours: %j', async (changes) => {
    expect(await violation(changes)).toBe(200)
    expect(await list()).toEqual([])
  })

  test.each(['Your shop was hacked, call 555-0100', 'img-src https://elsewhere.example', 'IMG-SRC', ''])(
    'is dropped when its directive, %j, is none',
    async (directive) => {
      expect(await violation({ 'effective-directive': directive })).toBe(200)
      expect(await list()).toEqual([])
      expect(shop.logged.filter(({ event }) => event === 'policy_violation')).toEqual([])
    },
  )

  test('is refused when it is no report', async () => {
    expect(await violation({}, '{')).toBe(400)
    expect(await violation({}, '{}')).toBe(422)
    expect(await violation({ 'document-uri': 1 })).toBe(422)
    expect(await list()).toEqual([])
  })
})

test('writing a problem down is no call that its request waits for', () => {
  const never = () =>
    outsideCall(
      'database',
      () => new Promise(() => {}),
      () => false,
    )
  const db = new Proxy(shop.db, {
    get: (real, name) => (name === 'batch' ? never : Reflect.get(real, name)),
  })
  const deps = { ...shop.deps, db, waitUntil: () => {}, unwrittenProblems: noUnwrittenProblems() }
  watchOutsideCalls(() => {
    logFailure(deps, 'unknown_error', new Error('Made up'))
    expect(awaitedService()).toBeNull()
  })
})

describe('the list', () => {
  const at = (minute: number) => `2026-06-04T10:${String(minute).padStart(2, '0')}:00.000Z`

  test('shows no failure of the server less for what browsers report', async () => {
    const failure = problem({ lastAt: at(0), message: 'The real one' })
    const madeUp = Array.from({ length: 59 }, (_, n) => problem({ source: 'browser', lastAt: at(n + 1) }))
    await shop.db.insert(problems).values([failure, ...madeUp])
    const all = await list()
    expect(all).toHaveLength(26)
    expect(all.at(-1)).toEqual({ ...failure, buyers: null })
    expect(await list('?source=browser')).toHaveLength(50)
  })

  test('shows the last 25 of each source, newest first, or the last 50 of one', async () => {
    const rows = Array.from({ length: 60 }, (_, minute) =>
      problem({ source: minute % 2 ? 'browser' : 'server', lastAt: at(minute), message: `No. ${minute}` }),
    )
    await shop.db.insert(problems).values(rows)
    const all = await list()
    expect(all).toHaveLength(50)
    expect(all.map(({ message }) => message).slice(0, 3)).toEqual(['No. 59', 'No. 58', 'No. 57'])
    expect((await list('?source=browser')).map(({ message }) => message).slice(0, 2)).toEqual([
      'No. 59',
      'No. 57',
    ])
    expect(await list('?source=server')).toHaveLength(30)
  })

  test('is kept short, the last 200 of each source: what browsers report pushes no failure of the server out', async () => {
    const old = problem({ lastAt: '2026-01-01T00:00:00.000Z' })
    const flood = Array.from({ length: 230 }, (_, n) =>
      problem({ source: 'browser', lastAt: new Date(Date.parse(at(0)) + n * 1000).toISOString() }),
    )
    await shop.db.insert(problems).values([old])
    for (let n = 0; n < flood.length; n += 50) await shop.db.insert(problems).values(flood.slice(n, n + 50))
    await shop.scheduled()
    const left = await shop.db.select().from(problems)
    expect(left).toHaveLength(201)
    expect(left).toContainEqual(old)
    expect(left.filter(({ source }) => source === 'browser')).toEqual(expect.arrayContaining(flood.slice(30)))
  })
})
