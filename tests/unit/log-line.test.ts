import { expect, test } from 'vitest'
import { logLine } from '#api/platform/failure.ts'

test('a line holds its level, its event and its fields', () => {
  expect(JSON.parse(logLine('warn', 'refund_unanswered', { kind: 'busy' }))).toEqual({
    level: 'warn',
    event: 'refund_unanswered',
    kind: 'busy',
  })
})

test.each([
  ['a message of the provider', { message: "No such checkout.session: 'cs_test_a1B2c3'" }],
  ['a path', { path: '/v1/checkout/sessions/cs_live_a1B2c3/expire' }],
  ['a stack', { stack: 'Error: cs_test_a1B2c3\n    at retrieve (stripe.ts:1:1)' }],
  ['a nested field', { cause: { param: { id: 'cs_live_a1B2c3' } } }],
])('%s does not name a payment session', (_, fields) => {
  const line = logLine('error', 'unknown_error', fields)
  expect(line).not.toMatch(/cs_(test|live)_|a1B2c3/)
  expect(JSON.stringify(JSON.parse(line))).toContain('[payment session]')
})
