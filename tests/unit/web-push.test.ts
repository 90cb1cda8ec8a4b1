import { describe, expect, test, vi } from 'vitest'
import { encryptPayload } from '#api/platform/push/encrypt.ts'
import {
  isPushEndpoint,
  PAYLOAD_BYTES,
  PushError,
  type PushSubscriptionKeys,
} from '#api/platform/push/push.ts'
import { vapidHeader } from '#api/platform/push/vapid.ts'
import { webPush } from '#api/platform/push/web-push.ts'
import { decryptPush } from '#local/push/decrypt.ts'
import { readClaims } from '#local/push/vapid.ts'

// RFC 8291, Appendix A.
const PLAINTEXT = 'When I grow up, I want to be a watermelon'
const SENDER = {
  publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  privateKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
}
const RECEIVER = {
  publicKey: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const SALT = 'DGv6ra1nlYgDCS1FRnbzlw'
const MESSAGE =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

const TO = { p256dh: RECEIVER.publicKey, auth: RECEIVER.auth }
const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))

/** A key pair as WebCrypto has it. */
async function importPair({ publicKey, privateKey: d }: typeof SENDER): Promise<CryptoKeyPair> {
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey
  return {
    publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d }, curve, false, ['deriveBits']),
  }
}

describe('encryption', () => {
  test('gives the message of RFC 8291, Appendix A, with its keys and its salt', async () => {
    const keys = { salt: bytes(SALT), pair: await importPair(SENDER) }
    const message = await encryptPayload(PLAINTEXT, TO, keys)
    expect(Buffer.from(message).toString('base64url')).toBe(MESSAGE)
  })

  test('gives another message each time, which its receiver alone can read', async () => {
    const [first, second] = await Promise.all([1, 2].map(() => encryptPayload('Zwölf Rosen 🌹', TO)))
    expect(first).not.toEqual(second)
    expect(decryptPush(first ?? bytes(''), RECEIVER)).toBe('Zwölf Rosen 🌹')
    expect(decryptPush(first ?? bytes(''), { ...SENDER, auth: RECEIVER.auth })).toBeNull()
  })

  test('fills the 4,096 bytes that a push service takes with the longest payload', async () => {
    expect(await encryptPayload('x'.repeat(PAYLOAD_BYTES), TO)).toHaveLength(4096)
  })
})

test('the stand-in reads the message of RFC 8291, Appendix A', () => {
  expect(decryptPush(bytes(MESSAGE), RECEIVER)).toBe(PLAINTEXT)
})

describe('the token of RFC 8292, section 2.4', () => {
  const [header, claims] = [
    'eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9',
    'eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0',
  ]
  const signature = 'i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA'
  const key = 'BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs'
  const said = { aud: 'https://push.example.net', exp: 1_453_523_768, sub: 'mailto:push@example.com' }

  test('is found good by the stand-in, and no other', () => {
    expect(readClaims(`${header}.${claims}.${signature}`, key)).toEqual(said)
    expect(readClaims(`${header}.${claims}.${signature}`, SENDER.publicKey)).toBeNull()
    expect(readClaims(`${header}.${claims?.replace('I6', 'I7')}.${signature}`, key)).toBeNull()
  })

  test('is ours to the byte but for its signature, which our key has made', async () => {
    const { aud: audience, exp: expires, sub: subject } = said
    const signed = await vapidHeader(SENDER, { audience, expires, subject })
    const [, token = '', ours] = /^vapid t=(\S+), k=(\S+)$/.exec(signed) ?? []
    expect(token.split('.').slice(0, 2)).toEqual([header, claims])
    expect(ours).toBe(SENDER.publicKey)
    expect(readClaims(token, SENDER.publicKey)).toEqual(said)
  })
})

const NOW = new Date('2026-06-04T14:30:00.000Z')
const PHONE: PushSubscriptionKeys = { ...TO, endpoint: 'https://fcm.googleapis.com/fcm/send/a-phone' }

/** Sends a push; its service answers so. @returns the call, and the error */
async function push(
  answer: Response | Error,
  { to = PHONE, payload = 'Ring', topic = 'order-7', keys = SENDER } = {},
) {
  const call = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (answer instanceof Error) throw answer
    return answer
  })
  try {
    const shop = webPush({ ...keys, subject: 'mailto:help@shop.example', now: () => NOW })
    const error: unknown = await shop
      .send(to, { payload, ttlSeconds: 600.9, topic })
      .catch((thrown) => thrown)
    const [address, init] = call.mock.calls[0] ?? []
    return { calls: call.mock.calls.length, address, init, error }
  } finally {
    call.mockRestore()
  }
}

describe('a push', () => {
  test('goes encrypted to its endpoint, signed for the service’s origin and for twelve hours', async () => {
    const { address, init, error } = await push(new Response(null, { status: 201 }))
    expect(error).toBeUndefined()
    expect(address).toBe(PHONE.endpoint)
    const headers = new Headers(init?.headers)
    expect(Object.fromEntries(headers)).toMatchObject({
      ttl: '600',
      urgency: 'high',
      topic: 'order-7',
      'content-encoding': 'aes128gcm',
    })
    expect(decryptPush(init?.body as Uint8Array, RECEIVER)).toBe('Ring')
    const [, token = '', key = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(headers.get('authorization') ?? '') ?? []
    expect(readClaims(token, key)).toEqual({
      aud: 'https://fcm.googleapis.com',
      exp: NOW.getTime() / 1000 + 12 * 3600,
      sub: 'mailto:help@shop.example',
    })
  })

  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [400, 'rejected'],
    [413, 'rejected'],
    [302, 'rejected'],
    [401, 'configuration'],
    [403, 'configuration'],
    [429, 'busy'],
    [406, 'busy'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('that is answered %i is %s', async (status, kind) => {
    const { error } = await push(new Response(null, { status }))
    expect(error).toBeInstanceOf(PushError)
    expect(error).toMatchObject({ kind, message: `The push service answered ${status}` })
  })

  test.each([
    ['120', 120],
    ['Thu, 04 Jun 2026 14:31:30 GMT', 90],
    ['Thu, 04 Jun 2026 14:00:00 GMT', 0],
    ['999999', 3600],
    ['soon', undefined],
  ])('that is answered 429 with Retry-After: %s waits %s seconds', async (after, seconds) => {
    const { error } = await push(new Response(null, { status: 429, headers: { 'retry-after': after } }))
    expect(error).toMatchObject({ kind: 'busy', retryAfterSeconds: seconds })
  })

  test('without an answer is unavailable, and its error names no address', async () => {
    const failure = new TypeError(`fetch failed: ${PHONE.endpoint}`)
    const { error } = await push(failure)
    expect(error).toMatchObject({ kind: 'unavailable' })
    expect(JSON.stringify([error, `${error}`, (error as Error).cause ?? null])).not.toContain('a-phone')
  })

  test.each([
    [
      'to an address that is no push service’s',
      { to: { ...PHONE, endpoint: 'https://10.0.0.1/x' } },
      'rejected',
    ],
    ['that is too long', { payload: 'ü'.repeat(PAYLOAD_BYTES / 2 + 1) }, 'rejected'],
    ['to a key that is no point', { to: { ...PHONE, p256dh: SENDER.publicKey.replace('BP', 'BQ') } }, 'gone'],
    [
      'signed with half of another pair',
      { keys: { ...SENDER, privateKey: RECEIVER.privateKey } },
      'configuration',
    ],
    ['to a secret that is too short', { to: { ...PHONE, auth: 'BTBZ' } }, 'gone'],
  ])('%s is sent nowhere', async (_, what, kind) => {
    const { calls, error } = await push(new Response(null, { status: 201 }), what)
    expect([calls, (error as PushError).kind]).toEqual([0, kind])
  })
})

describe('an endpoint', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/abc',
  ])('of a browser’s push service is taken: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(true)
  })

  test.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://name@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.example/abc',
    'https://evilfcm.googleapis.com/abc',
    'https://evilpush.apple.com/abc',
    'https://example.com/?x=.push.apple.com',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'http://127.0.0.1:8792/push/abc',
    'https://169.254.169.254/latest',
    'javascript:alert(1)',
    'abc',
    `https://web.push.apple.com/${'a'.repeat(2000)}`,
  ])('of anything else is refused: %s', (endpoint) => {
    expect(isPushEndpoint(endpoint)).toBe(false)
  })

  test('of the stand-in is taken where there is one, at its origin alone', () => {
    const standIn = 'http://127.0.0.1:8792'
    expect(isPushEndpoint(`${standIn}/push/abc`, standIn)).toBe(true)
    expect(isPushEndpoint('http://127.0.0.1:8791/push/abc', standIn)).toBe(false)
    expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc', standIn)).toBe(true)
  })
})
