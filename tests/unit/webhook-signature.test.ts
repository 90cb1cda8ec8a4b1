import { createHmac } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { isSigned } from '#api/platform/mail/resend.ts'
import { signedHeaders } from '#local/mail/signature.ts'

// The example of docs.svix.com ("Verifying Webhooks Manually").
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const BODY = '{"test": 2432232314}'
const AT = new Date(1_614_265_330_000)
const HEADERS = {
  'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'svix-timestamp': '1614265330',
  'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

type Case = { headers?: Record<string, string>; body?: string; secret?: string; now?: Date }

function signed({ headers = {}, body = BODY, secret = SECRET, now = AT }: Case = {}): boolean {
  const all: Record<string, string> = { ...HEADERS, ...headers }
  return isSigned(body, (name) => all[name], secret, now)
}
const after = (seconds: number) => new Date(AT.getTime() + seconds * 1000)

test('accepts the published example', async () => {
  expect(await signed()).toBe(true)
})

test('the local stand-in computes the published signature', () => {
  expect(signedHeaders(HEADERS['svix-id'], BODY, SECRET, AT)).toEqual(HEADERS)
})

test.each<[string, Record<string, string>]>([
  [
    'the second of two, as while a secret is being changed',
    { 'svix-signature': `v1,${'A'.repeat(43)}= ${HEADERS['svix-signature']}` },
  ],
  [
    'after one of another version',
    { 'svix-signature': `v2,${'A'.repeat(43)}= ${HEADERS['svix-signature']}` },
  ],
])('accepts a signature that is %s', async (_, headers) => {
  expect(await signed({ headers })).toBe(true)
})

describe('refuses', () => {
  test.each<[string, Case]>([
    ['another body', { body: '{"test": 2432232315}' }],
    ['another id', { headers: { 'svix-id': 'msg_other' } }],
    ['another time', { headers: { 'svix-timestamp': '1614265331' } }],
    ['another secret', { secret: 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }],
    ['no id', { headers: { 'svix-id': '' } }],
    ['no time', { headers: { 'svix-timestamp': '' } }],
    ['a time that is no number', { headers: { 'svix-timestamp': '1614265330x' } }],
    ['no signature', { headers: { 'svix-signature': '' } }],
    [
      'a signature without a version',
      { headers: { 'svix-signature': 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' } },
    ],
    [
      'a signature of another version',
      { headers: { 'svix-signature': 'v1a,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' } },
    ],
    ['a signature that is cut off', { headers: { 'svix-signature': 'v1,g0hM9SsE' } }],
    ['an empty signature', { headers: { 'svix-signature': 'v1,' } }],
  ])('%s', async (_, change) => {
    expect(await signed(change)).toBe(false)
  })
})

test('looks at no more than ten signatures', async () => {
  const after = (others: number) => `${'v1,QQ== '.repeat(others)}${HEADERS['svix-signature']}`
  expect(await signed({ headers: { 'svix-signature': after(9) } })).toBe(true)
  expect(await signed({ headers: { 'svix-signature': after(10) } })).toBe(false)
})

test('hashes a large body once, however many signatures come with it', async () => {
  const digests = vi.spyOn(Object.getPrototypeOf(createHmac('sha256', '')), 'digest')
  const body = 'x'.repeat(256 * 1024)
  expect(await signed({ body, headers: { 'svix-signature': 'v1,QQ== '.repeat(2_000) } })).toBe(false)
  expect(digests).toHaveBeenCalledTimes(1)
  digests.mockRestore()
})

test.each([
  [300, true],
  [-300, true],
  [301, false],
  [-301, false],
])('%i seconds from now: accepted is %s', async (seconds, accepted) => {
  expect(await signed({ now: after(seconds) })).toBe(accepted)
})
