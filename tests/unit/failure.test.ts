import { DrizzleQueryError } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeFailure, unavailableService } from '#api/platform/failure.ts'
import { PushError } from '#api/platform/push/push.ts'

describe('describeFailure', () => {
  test('gives name, message, code and frames of an error and its causes', () => {
    const cause = Object.assign(new TypeError('no socket'), { code: 'ECONNREFUSED' })
    expect(describeFailure(new Error('it failed', { cause }))).toEqual({
      error: 'Error',
      message: 'it failed',
      stack: expect.arrayContaining([expect.stringContaining('failure.test.ts')]),
      cause: { error: 'TypeError', message: 'no socket', code: 'ECONNREFUSED', stack: expect.any(Array) },
    })
  })

  test('several errors in one: the first is the cause', () => {
    expect(
      describeFailure(new AggregateError([new Error('first'), new Error('second')], 'all')),
    ).toMatchObject({
      error: 'AggregateError',
      message: 'all',
      cause: { message: 'first' },
    })
  })

  test('a cycle of causes ends', () => {
    const error = new Error('round')
    error.cause = error
    expect(JSON.stringify(describeFailure(error)).match(/"round"/g)).toHaveLength(5)
  })

  test.each([
    ['words', 'thrown words', { error: 'string', message: 'thrown words' }],
    ['nothing', undefined, { error: 'undefined', message: 'undefined' }],
    ['an object', { name: 'Alex', n: 1 }, { error: 'object', message: 'An object with name, n' }],
    ['an empty object', {}, { error: 'object', message: 'An object with nothing in it' }],
  ])('something else than an error: %s', (_, thrown, expected) => {
    expect(describeFailure(thrown)).toEqual(expected)
  })

  test('contains no value of an SQL statement', () => {
    const value = fc.string({ minLength: 6 }).map((text) => `canary${text}\n    at ${text} (a.ts:1:1)`)
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (params) => {
        const error = new DrizzleQueryError('insert into orders values (?)', params, new Error('busy'))
        const description = describeFailure(error)
        expect(JSON.stringify(description)).not.toContain('canary')
        expect(description).toMatchObject({
          message: 'Failed query: insert into orders values (?)',
          cause: { message: 'busy' },
        })
        expect(description.stack?.join()).toContain('failure.test.ts')
      }),
    )
  })
})

test.each([
  ['unavailable', 'push'],
  ['configuration', 'push'],
  ['busy', null],
  ['gone', null],
  ['rejected', null],
] as const)('a push that fails as %s is an outage of %s, also as a cause', (kind, service) => {
  const error = new PushError('The push service answered 500', kind)
  expect([error, new Error('later', { cause: error })].map(unavailableService)).toEqual([service, service])
})
