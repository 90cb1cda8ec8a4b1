import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Running, startEmpty } from './database-support.ts'

describe('the protocol at /v2/pipeline', () => {
  let running: Running

  beforeEach(async () => {
    running = await startEmpty()
  })
  afterEach(() => running.stop())

  const results = async (...requests: object[]) => {
    const response = await running.post('/v2/pipeline', { requests })
    expect(response.status).toBe(200)
    return ((await response.json()) as { results: unknown[] }).results
  }
  const execute = (sql: string, more: object = {}) => ({ type: 'execute', stmt: { sql, ...more } })
  const refused = async (requests: object[]) => {
    const response = await running.post('/v2/pipeline', { requests })
    expect(response.status).toBe(400)
    return ((await response.json()) as { message: string }).message
  }

  test('an execute answers with columns, rows in the wire form and counts', async () => {
    const sql = "SELECT NULL AS a, 9223372036854775807 AS b, 0.5 AS c, 'é' AS d, x'00ff10' AS e"
    expect(await results(execute(sql), { type: 'close' })).toEqual([
      {
        type: 'ok',
        response: {
          type: 'execute',
          result: {
            cols: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, decltype: null })),
            rows: [
              [
                { type: 'null' },
                { type: 'integer', value: '9223372036854775807' },
                { type: 'float', value: 0.5 },
                { type: 'text', value: 'é' },
                { type: 'blob', base64: 'AP8Q' },
              ],
            ],
            affected_row_count: 0,
            last_insert_rowid: null,
          },
        },
      },
      { type: 'ok', response: { type: 'close' } },
    ])
  })

  test('arguments come in every type, blobs with or without padding', async () => {
    const args = [
      { type: 'null' },
      { type: 'integer', value: '-9223372036854775808' },
      { type: 'float', value: 1 },
      { type: 'text', value: '🌷' },
      { type: 'blob', base64: 'AQ' },
      { type: 'blob', base64: 'AQ==' },
    ]
    const [result] = await results(execute('SELECT ?, ?, ?, ?, ?, ?, typeof(?3)', { args }))
    expect(result).toMatchObject({
      response: { result: { rows: [[...args.slice(0, 5), args[4], { type: 'text', value: 'real' }]] } },
    })
  })

  test('named arguments are refused', async () => {
    const named_args = [{ name: 'a', value: { type: 'text', value: 'x' } }]
    expect(await refused([execute('SELECT :a', { named_args })])).toContain('named_args')
  })

  test('rows that are not wanted are not sent, but the work is done', async () => {
    const [, insert, select] = await results(
      execute('CREATE TABLE t (a)'),
      execute('INSERT INTO t VALUES (1), (2) RETURNING a', { want_rows: false }),
      execute('SELECT * FROM t'),
    )
    expect(insert).toMatchObject({
      response: {
        result: { cols: [{ name: 'a' }], rows: [], affected_row_count: 2, last_insert_rowid: '2' },
      },
    })
    expect(select).toMatchObject({ response: { result: { rows: [{}, {}] } } })
  })

  test('a failing request does not keep the next ones from running', async () => {
    const [failed, done] = await results(execute('SELECT * FROM nowhere'), execute('SELECT 1'))
    expect(failed).toEqual({
      type: 'error',
      error: { message: 'SQLite input error: no such table: nowhere', code: 'SQL_INPUT_ERROR' },
    })
    expect(done).toMatchObject({ type: 'ok' })
  })

  const ok = (step: number) => ({ type: 'ok', step })
  const error = (step: number) => ({ type: 'error', step })
  test.each([
    ['no condition', undefined, true],
    ['ok of a step that worked', ok(0), true],
    ['ok of a step that failed', ok(1), false],
    ['ok of a step that was skipped', ok(2), false],
    ['error of a step that worked', error(0), false],
    ['error of a step that failed', error(1), true],
    ['error of a step that was skipped', error(2), false],
    ['not', { type: 'not', cond: ok(2) }, true],
  ])('a batch step with %s', async (_, condition, runs) => {
    const steps = [
      { stmt: { sql: 'SELECT 0' } },
      { stmt: { sql: 'SELECT * FROM nowhere' } },
      { stmt: { sql: 'SELECT 2' }, condition: ok(1) },
      { stmt: { sql: 'SELECT 3 AS three' }, condition },
    ]
    const [result] = await results({ type: 'batch', batch: { steps } })
    const three = { cols: [{ name: 'three', decltype: null }], rows: [[{ type: 'integer', value: '3' }]] }
    expect(result).toMatchObject({
      response: {
        result: {
          step_results: [{}, null, null, runs ? three : null],
          step_errors: [null, { code: 'SQL_INPUT_ERROR' }, null, null],
        },
      },
    })
  })

  test('a condition may only look back', async () => {
    for (const step of [1, 2]) {
      const steps = [{ stmt: { sql: 'SELECT 0' } }, { stmt: { sql: 'SELECT 1' }, condition: ok(step) }]
      expect(await refused([{ type: 'batch', batch: { steps } }])).toContain('Invalid reference to step')
    }
  })

  test('a sequence runs, and a failing one tells of its first failure', async () => {
    const [done, failed, count] = await results(
      { type: 'sequence', sql: 'CREATE TABLE t (a); INSERT INTO t VALUES (1);' },
      {
        type: 'sequence',
        sql: 'INSERT INTO t VALUES (2); INSERT INTO no VALUES (1); INSERT INTO t VALUES (3)',
      },
      execute('SELECT count(*) FROM t'),
    )
    expect(done).toEqual({ type: 'ok', response: { type: 'sequence' } })
    expect(failed).toMatchObject({ type: 'error', error: { code: 'SQL_INPUT_ERROR' } })
    expect(count).toMatchObject({ response: { result: { rows: [[{ value: '2' }]] } } })
  })

  test('SQL can be stored and named, until it is closed', async () => {
    const store = { type: 'store_sql', sql_id: 7, sql: 'SELECT 7 AS seven' }
    const byNumber = { type: 'execute', stmt: { sql_id: 7 } }
    const [stored, run] = await results(store, byNumber, { type: 'sequence', sql_id: 7 })
    expect(stored).toEqual({ type: 'ok', response: { type: 'store_sql' } })
    expect(run).toMatchObject({ response: { result: { cols: [{ name: 'seven' }] } } })
    expect(await refused([store, { type: 'close_sql', sql_id: 7 }, byNumber])).toContain(
      'SQL text 7 not found',
    )
    expect(await refused([{ type: 'execute', stmt: {} }])).toContain('not found')
  })

  test('an EXPLAIN explains, and the stream can still commit after it', async () => {
    const [, , explained, inserted, committed] = await results(
      execute('CREATE TABLE t (a)'),
      execute('BEGIN IMMEDIATE'),
      execute('EXPLAIN INSERT INTO t VALUES (?)'),
      execute('INSERT INTO t VALUES (1)'),
      execute('COMMIT'),
      { type: 'close' },
    )
    expect(JSON.stringify(explained)).toContain('"name":"opcode"')
    expect(inserted).toMatchObject({ type: 'ok' })
    expect(committed).toMatchObject({ type: 'ok' })
    expect((await running.client().execute('SELECT * FROM t')).rows).toHaveLength(1)
  })
})
