import { describe, expect, test } from 'vitest'
import { failureText, PlainError } from '#local/failure.ts'

describe('what a command prints before it gives up', () => {
  test('plain words as they are', () => {
    expect(failureText(new PlainError('Port 8787 is taken.'))).toBe('Port 8787 is taken.')
  })

  test('anything unexpected with its stack and its cause', () => {
    const text = failureText(new Error('Failed query', { cause: new TypeError('no such table: states') }))
    expect(text).toMatch(/^Error: Failed query\n\s+at .*failure\.test\.ts/)
    expect(text).toContain('TypeError: no such table: states')
  })

  test('something that is no error', () => {
    expect(failureText({ code: 7 })).toBe('{ code: 7 }')
  })
})
