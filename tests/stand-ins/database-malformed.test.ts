import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Running, startEmpty } from './database-support.ts'

describe('requests that are not of the protocol', () => {
  let running: Running

  beforeEach(async () => {
    running = await startEmpty()
  })
  afterEach(() => running.stop())

  const execute = (sql: string, more: object = {}) => ({ type: 'execute', stmt: { sql, ...more } })

  test.each([
    ['no JSON', '{"requests": ['],
    ['no object', '[]'],
    ['no requests', {}],
    ['an unknown request', { requests: [{ type: 'dance' }] }],
    [
      'a number for an integer',
      { requests: [execute('SELECT ?', { args: [{ type: 'integer', value: 1 }] })] },
    ],
    [
      'an integer of 65 bits',
      { requests: [execute('SELECT ?', { args: [{ type: 'integer', value: '9223372036854775808' }] })] },
    ],
    [
      'an integer with a fraction',
      { requests: [execute('SELECT ?', { args: [{ type: 'integer', value: '1.5' }] })] },
    ],
    ['a boolean', { requests: [execute('SELECT ?', { args: [true] })] }],
    [
      'a blob that is not base64',
      { requests: [execute('SELECT ?', { args: [{ type: 'blob', base64: '*' }] })] },
    ],
    [
      'conditions nested without end',
      `{"requests":[{"type":"batch","batch":{"steps":[{"stmt":{"sql":""},"condition":${'{"type":"not","cond":'.repeat(50_000)}`,
    ],
  ])('refuses %s', async (_, body) => {
    const response = await running.post('/v2/pipeline', body)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      message: expect.stringContaining('deserialize'),
      code: 'PROTOCOL_ERROR',
    })
    // The server lives on.
    expect((await running.client().execute('SELECT 1')).rows).toHaveLength(1)
  })

  test('survives conditions nested deep', async () => {
    const depth = 20_000
    const condition = `${'{"type":"not","cond":'.repeat(depth)}{"type":"ok","step":0}${'}'.repeat(depth)}`
    const { status } = await running.post(
      '/v2/pipeline',
      `{"requests":[{"type":"batch","batch":{"steps":[{"stmt":{"sql":"SELECT 1"},"condition":${condition}}]}}]}`,
    )
    expect([200, 400]).toContain(status)
    expect((await running.client().execute('SELECT 1')).rows).toHaveLength(1)
  })

  test('refuses a body beyond ten megabytes, takes one below', async () => {
    const long = (length: number) => ({ requests: [execute(`SELECT length('${'x'.repeat(length)}')`)] })
    const refused = await running.post('/v2/pipeline', long(10_000_001))
    expect(refused.status).toBe(413)
    expect(await refused.json()).toMatchObject({ code: 'BODY_TOO_LARGE' })
    const taken = await running.post('/v2/pipeline', long(9_000_000))
    expect(await taken.text()).toContain('"value":"9000000"')
  })
})
