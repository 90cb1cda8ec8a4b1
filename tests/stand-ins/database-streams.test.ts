import { copyFile } from 'node:fs/promises'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { manualTimers } from '#tests/support/manual-timers.ts'
import { failureOf, type Options, type Running, startEmpty } from './database-support.ts'

type Body = { baton: string | null; results: unknown[]; message?: string; code?: string }

let running: Running
const { startTimer, elapse } = manualTimers()
afterEach(() => running.stop())

const start = async (options?: Options) => {
  running = await startEmpty(options)
}
const pipeline = async (baton: string | null, ...requests: object[]) => {
  const response = await running.post('/v2/pipeline', { baton, requests })
  return { status: response.status, ...((await response.json()) as Body) }
}
const execute = (sql: string) => ({ type: 'execute', stmt: { sql } })
const openStreams = async () => (await running.stats()).openStreams

describe('streams and their batons', () => {
  test('a stream keeps its transaction and its stored SQL from request to request', async () => {
    await start()
    const first = await pipeline(null, execute('CREATE TABLE t (a)'), execute('BEGIN'), {
      type: 'store_sql',
      sql_id: 1,
      sql: 'INSERT INTO t VALUES (1)',
    })
    const second = await pipeline(first.baton, { type: 'execute', stmt: { sql_id: 1 } })
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(0)
    const third = await pipeline(second.baton, execute('COMMIT'), { type: 'close' })
    expect(third.baton).toBeNull()
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(1)
    expect(await openStreams()).toBe(0)
  })

  test('each answer brings a new baton that cannot be guessed', async () => {
    await start()
    const batons = new Set<string | null>()
    let baton: string | null = null
    for (let count = 0; count < 5; count += 1) {
      baton = (await pipeline(baton, execute('SELECT 1'))).baton
      batons.add(baton)
    }
    expect(batons.size).toBe(5)
    expect(baton).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
  })

  test('a baton serves once; the misuse does not harm the stream', async () => {
    await start()
    const first = await pipeline(null, execute('SELECT 1'))
    const second = await pipeline(first.baton, execute('SELECT 2'))
    expect(await pipeline(first.baton, execute('SELECT 3'))).toMatchObject({
      status: 400,
      code: 'BATON_REUSED',
    })
    expect(await pipeline(second.baton, execute('SELECT 4'))).toMatchObject({ status: 200 })
  })

  test('a baton in use cannot be used a second time meanwhile', async () => {
    await start()
    const holder = await pipeline(null, execute('CREATE TABLE t (a)'), execute('BEGIN IMMEDIATE'))
    const idle = await pipeline(null, execute('SELECT 1'))
    const { statements } = await running.stats()
    const waiting = pipeline(idle.baton, execute('INSERT INTO t VALUES (1)'))
    await expect.poll(async () => (await running.stats()).statements).toBe(statements + 1)
    expect(await pipeline(idle.baton, execute('SELECT 1'))).toMatchObject({
      status: 400,
      code: 'BATON_REUSED',
    })
    await pipeline(holder.baton, { type: 'close' })
    expect(await waiting).toMatchObject({ status: 200, results: [{ type: 'ok' }] })
  })

  test('an invented, changed or closed baton is refused', async () => {
    await start()
    const { baton } = await pipeline(null, execute('SELECT 1'))
    const closed = (await pipeline(null, execute('SELECT 1'))).baton
    await pipeline(closed, { type: 'close' })
    for (const wrong of ['', 'x', 'a.b', `x${baton}`, closed]) {
      expect(await pipeline(wrong, execute('SELECT 1'))).toMatchObject({ status: 400, code: 'BATON_INVALID' })
    }
    expect(await pipeline(`${baton}x`, execute('SELECT 1'))).toMatchObject({
      status: 400,
      code: 'BATON_REUSED',
    })
  })

  test('an idle stream expires, with all it has not committed', async () => {
    await start({ startTimer, streamIdleMs: 100 })
    const { baton } = await pipeline(
      null,
      execute('CREATE TABLE t (a)'),
      execute('BEGIN'),
      execute('INSERT INTO t VALUES (1)'),
    )
    elapse(100)
    expect(await pipeline(baton, execute('COMMIT'))).toMatchObject({ status: 400, code: 'STREAM_EXPIRED' })
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(0)
    expect(await openStreams()).toBe(0)
  })

  test('the end of a slow transaction is told once, to all of one program', async () => {
    await start({ startTimer, transactionMs: 50 })
    const insert = (value: number) => ({ stmt: { sql: `INSERT INTO t VALUES (${value})` } })
    const batch = { type: 'batch', batch: { steps: [insert(2), insert(3)] } }
    const store = { type: 'store_sql', sql_id: 1, sql: 'SELECT 1' }
    const first = await pipeline(
      null,
      execute('CREATE TABLE t (a)'),
      execute('BEGIN'),
      execute('INSERT INTO t VALUES (1)'),
    )
    elapse(50)
    const second = await pipeline(first.baton, store, batch, execute('INSERT INTO t VALUES (4)'))
    const timeout = { code: 'TRANSACTION_TIMEOUT', message: 'Transaction timed out' }
    expect(second.results).toMatchObject([
      { type: 'ok' },
      { response: { result: { step_results: [null, null], step_errors: [timeout, timeout] } } },
      { type: 'ok' },
    ])
    expect((await running.client().execute('SELECT a FROM t')).rows.map((row) => row[0])).toEqual([4])
  })

  test('a stream that is spoken to does not expire', async () => {
    await start({ startTimer, streamIdleMs: 1500 })
    let { baton } = await pipeline(null, execute('SELECT 1'))
    for (let count = 0; count < 4; count += 1) {
      elapse(1499)
      const next = await pipeline(baton, execute('SELECT 1'))
      expect(next.status).toBe(200)
      baton = next.baton
    }
  })

  test('closing rolls back; what follows in the pipeline is refused', async () => {
    await start()
    await running.client().execute('CREATE TABLE t (a)')
    const open = [execute('BEGIN'), execute('INSERT INTO t VALUES (1)'), { type: 'close' }]
    expect(await pipeline(null, ...open)).toMatchObject({ status: 200, baton: null })
    expect(await pipeline(null, ...open, execute('SELECT 1'))).toMatchObject({
      status: 400,
      code: 'STREAM_CLOSED',
    })
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(0)
    expect(await openStreams()).toBe(0)
  })

  test('a request that makes no sense ends its stream', async () => {
    await start()
    const { baton } = await pipeline(
      null,
      execute('CREATE TABLE t (a)'),
      execute('BEGIN'),
      execute('INSERT INTO t VALUES (1)'),
    )
    expect(await pipeline(baton, { type: 'execute', stmt: { sql_id: 5 } })).toMatchObject({ status: 400 })
    expect(await pipeline(baton, execute('COMMIT'))).toMatchObject({ status: 400, code: 'BATON_INVALID' })
    await running.client().execute('INSERT INTO t VALUES (2)')
    expect((await running.client().execute('SELECT a FROM t')).rows[0]?.[0]).toBe(2)
  })

  test('a stream starts fresh: no pragma of an earlier one is left', async () => {
    await start()
    const off = await pipeline(null, execute('PRAGMA foreign_keys = OFF'), execute('PRAGMA foreign_keys'))
    expect(off.results[1]).toMatchObject({ response: { result: { rows: [[{ value: '0' }]] } } })
    await pipeline(off.baton, { type: 'close' })
    const on = await pipeline(null, execute('PRAGMA foreign_keys'), { type: 'close' })
    expect(on.results[0]).toMatchObject({ response: { result: { rows: [[{ value: '1' }]] } } })
  })
})

describe('a schema that another stream changes', () => {
  const columns = (...names: string[]) => ({
    response: { result: { cols: names.map((name) => ({ name })) } },
  })

  /** Two streams that have seen the table `t (a)`; the first one changes it, the second one is asked. */
  const watchChange = async (change: string, ...requests: object[]) => {
    const seen = execute('SELECT * FROM t')
    const changing = await pipeline(null, execute('CREATE TABLE t (a)'), seen)
    const idle = await pipeline(null, seen)
    await pipeline(changing.baton, execute(change))
    return pipeline(idle.baton, ...requests)
  }

  test('a new column is known to a stream that was idle', async () => {
    await start()
    const { results } = await watchChange('ALTER TABLE t ADD COLUMN b', execute('SELECT * FROM t'))
    expect(results).toMatchObject([columns('a', 'b')])
  })

  test('a renamed column is unknown under its old name', async () => {
    await start()
    const { results } = await watchChange('ALTER TABLE t RENAME COLUMN a TO z', execute('SELECT a FROM t'))
    expect(results).toMatchObject([{ type: 'error', error: { code: 'SQL_INPUT_ERROR' } }])
  })

  test('a dropped table is gone', async () => {
    await start()
    const { results } = await watchChange('DROP TABLE t', execute('SELECT * FROM t'))
    expect(results).toMatchObject([{ type: 'error', error: { code: 'SQL_INPUT_ERROR' } }])
  })

  test('a connection that waited for its next stream knows the new schema', async () => {
    await start()
    const first = await pipeline(null, execute('CREATE TABLE t (a)'))
    await pipeline(null, execute('SELECT * FROM t'), { type: 'close' })
    await pipeline(first.baton, execute('ALTER TABLE t ADD COLUMN b'))
    const { results } = await pipeline(null, execute('SELECT * FROM t'))
    expect(results).toMatchObject([columns('a', 'b')])
  })
})

describe('a cursor', () => {
  test('answers a batch line by line', async () => {
    await start()
    const steps = [
      { stmt: { sql: 'SELECT 1 AS a UNION ALL SELECT 2' } },
      { stmt: { sql: 'SELECT * FROM nowhere' } },
      { stmt: { sql: 'SELECT 3' }, condition: { type: 'ok', step: 1 } },
      { stmt: { sql: 'CREATE TABLE t (a)' } },
      { stmt: { sql: 'INSERT INTO t VALUES (5)' } },
    ]
    const response = await running.post('/v3/cursor', { batch: { steps } })
    const lines = (await response.text()).trimEnd().split('\n')
    const [head, ...entries] = lines.map((line) => JSON.parse(line) as { baton?: string })
    expect(entries).toEqual([
      { type: 'step_begin', step: 0, cols: [{ name: 'a', decltype: null }] },
      { type: 'row', row: [{ type: 'integer', value: '1' }] },
      { type: 'row', row: [{ type: 'integer', value: '2' }] },
      { type: 'step_end', affected_row_count: 0, last_insert_rowid: null },
      {
        type: 'step_error',
        step: 1,
        error: { message: 'SQLite input error: no such table: nowhere', code: 'SQL_INPUT_ERROR' },
      },
      { type: 'step_begin', step: 3, cols: [] },
      { type: 'step_end', affected_row_count: 0, last_insert_rowid: null },
      { type: 'step_begin', step: 4, cols: [] },
      { type: 'step_end', affected_row_count: 1, last_insert_rowid: '1' },
    ])
    expect(await pipeline(head?.baton ?? '', execute('SELECT 1'))).toMatchObject({ status: 200 })
  })

  test('that cannot begin says so', async () => {
    await start()
    const response = await running.post('/v3/cursor', {
      batch: { steps: [{ stmt: { sql: 'SELECT 1; SELECT 2' } }] },
    })
    const [, entry] = (await response.text()).trimEnd().split('\n')
    expect(JSON.parse(entry ?? '')).toMatchObject({ type: 'error', error: { code: 'SQL_MANY_STATEMENTS' } })
  })
})

describe('the server', () => {
  const get = async (path: string) => (await fetch(`${running.database.url}${path}`)).status

  test('knows no other address', async () => {
    await start()
    expect(await get('/health')).toBe(200)
    expect(await Promise.all(['/', '/v1', '/v3-protobuf', '/v2/pipeline', '/v3/other'].map(get))).toEqual([
      404, 404, 404, 404, 404,
    ])
  })

  test('with a token it speaks only to those who have it', async () => {
    await start({ authToken: 'secret' })
    await running.client({ authToken: 'secret' }).execute('SELECT 1')
    for (const settings of [{}, { authToken: 'wrong' }]) {
      const failure = await failureOf(running.client(settings).execute('SELECT 1'))
      expect(failure).toMatchObject({ code: 'SERVER_ERROR', message: expect.stringContaining('401') })
    }
    expect(await get('/_local/stats')).toBe(401)
    expect((await running.post('/_local/fault', null)).status).toBe(401)
    expect(await get('/health')).toBe(200)
  })

  test('does not speak to web pages', async () => {
    await start()
    const body = { requests: [execute('CREATE TABLE t (a)')] }
    expect((await running.post('/v2/pipeline', body, { origin: 'https://example.com' })).status).toBe(403)
    expect((await running.client().execute('SELECT * FROM sqlite_master')).rows).toHaveLength(0)
  })

  test('counts requests and statements', async () => {
    await start()
    const client = running.client()
    await client.batch(['CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)'], 'write')
    await client.execute('SELECT * FROM t')
    const { baton } = await pipeline(null, execute('SELECT 1'), execute('SELECT * FROM nowhere'))
    // The batch is four statements: its own two between BEGIN and COMMIT.
    expect(await running.stats()).toEqual({ pipelines: 3, statements: 7, openStreams: 1, waiting: 0 })
    await pipeline(baton, { type: 'close' })
    expect(await running.stats()).toEqual({ pipelines: 4, statements: 7, openStreams: 0, waiting: 0 })
  })

  test('leaves the whole database in its file when it is closed, also in mid-transaction', async () => {
    await start()
    await running.client().executeMultiple('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await pipeline(null, execute('BEGIN'), execute('INSERT INTO t VALUES (2)'))
    await running.database.close()
    await running.database.close()
    await copyFile(running.file, `${running.file}.copy`)
    const copy = new Database(`${running.file}.copy`)
    expect(copy.prepare('SELECT a FROM t').raw(true).all()).toEqual([[1]])
    copy.close()
  })

  test('says so when it cannot start', async () => {
    await start()
    expect(await failureOf(startEmpty({ port: running.database.port }))).toMatchObject({ code: 'EADDRINUSE' })
  })
})
