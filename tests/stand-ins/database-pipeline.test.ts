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
