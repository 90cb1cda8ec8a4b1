import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile } from 'node:fs/promises'
import Database from 'libsql'
import { afterEach, describe, expect, test } from 'vitest'
import { failureOf, type Options, type Running, startEmpty } from './database-support.ts'

type Body = { baton: string | null; results: unknown[]; message?: string; code?: string }

let running: Running
afterEach(() => running.stop())

const start = async (options?: Options) => {
  running = await startEmpty(options)
}
const pipeline = async (baton: string | null, ...requests: object[]) => {
  const response = await running.post('/v2/pipeline', { baton, requests })
  return { status: response.status, ...((await response.json()) as Body) }
}
const execute = (sql: string) => ({ type: 'execute', stmt: { sql } })

describe('the stream of a request', () => {
  test('ends with the request, which brings no baton', async () => {
    await start()
    const first = await pipeline(null, execute('CREATE TABLE t (a)'))
    expect(first).toMatchObject({ status: 200, baton: null })
    expect(await pipeline('a.b', execute('SELECT 1'))).toMatchObject({ status: 400, code: 'BATON_INVALID' })
  })

  test('a transaction of several requests is refused in words, and leaves nothing', async () => {
    await start()
    const client = running.client()
    await client.execute('CREATE TABLE t (a)')
    const transaction = async () => {
      const tx = await client.transaction('write')
      await tx.execute('INSERT INTO t VALUES (1)')
    }
    expect((await failureOf(transaction())).message).toContain('send it as a batch')
    const open = await pipeline(null, execute('BEGIN'), execute('INSERT INTO t VALUES (1)'))
    expect(open).toMatchObject({ status: 400, message: expect.stringContaining('send it as a batch') })
    expect((await client.execute('SELECT * FROM t')).rows).toHaveLength(0)
  })

  test('closing rolls back', async () => {
    await start()
    await running.client().execute('CREATE TABLE t (a)')
    const open = [execute('BEGIN'), execute('INSERT INTO t VALUES (1)'), { type: 'close' }]
    expect(await pipeline(null, ...open)).toMatchObject({ status: 200, baton: null })
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(0)
  })

  test('many write at once: every write is done, one after the other', async () => {
    await start()
    const client = running.client()
    await client.batch(['CREATE TABLE counters (n)', 'INSERT INTO counters VALUES (0)'])
    const increments = Array.from({ length: 50 }, () =>
      running.client().batch(['SELECT n FROM counters', 'UPDATE counters SET n = n + 1'], 'write'),
    )
    const seen = (await Promise.all(increments)).map(([read]) => Number(read?.rows[0]?.[0]))
    expect(seen.sort((one, other) => one - other)).toEqual(Array.from({ length: 50 }, (_, n) => n))
  })

  test('a writer of another process is waited for', async () => {
    // It has to let go by itself: this process stands still while the database waits.
    await start()
    const client = running.client()
    await client.execute('CREATE TABLE t (a)')
    const sql = `new (require('libsql'))(process.argv[1]).exec('BEGIN IMMEDIATE; INSERT INTO t VALUES (1)')
      console.log('holds the lock'); setTimeout(() => process.exit(), 300)`
    const stranger = spawn(process.execPath, ['-e', sql, running.file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(stranger.stdout, 'data')
    await client.execute('INSERT INTO t VALUES (2)')
    expect((await client.execute('SELECT a FROM t')).rows.map((row) => row[0])).toEqual([2])
    if (stranger.exitCode === null) await once(stranger, 'exit')
  })
})

describe('a schema that changes', () => {
  const columns = (...names: string[]) => ({
    response: { result: { cols: names.map((name) => ({ name })) } },
  })
  const change = async (statement: string, then: string) => {
    await start()
    const client = running.client()
    await client.execute('CREATE TABLE t (a)')
    await client.execute('SELECT * FROM t')
    await client.execute(statement)
    return (await pipeline(null, execute(then))).results
  }

  test('a new column is known', async () => {
    expect(await change('ALTER TABLE t ADD COLUMN b', 'SELECT * FROM t')).toMatchObject([columns('a', 'b')])
  })

  test('a dropped table is gone', async () => {
    expect(await change('DROP TABLE t', 'SELECT * FROM t')).toMatchObject([
      { type: 'error', error: { code: 'SQL_INPUT_ERROR' } },
    ])
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
    const [head, ...entries] = lines.map((line) => JSON.parse(line) as object)
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
    expect(head).toEqual({ baton: null, base_url: null })
  })
})

describe('the server', () => {
  const get = async (path: string) => (await fetch(`${running.database.url}${path}`)).status

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

  test('counts requests', async () => {
    await start()
    const client = running.client()
    await client.batch(['CREATE TABLE t (a)', 'INSERT INTO t VALUES (1)'], 'write')
    await client.execute('SELECT * FROM t')
    expect(await running.stats()).toEqual({ pipelines: 2 })
  })

  test('leaves the whole database in its file when it is closed, also after a transaction that was left open', async () => {
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
})
