import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceName } from '#domain/device.ts'
import { delayAfter, isOwnEmail, readCode, recoveryCode, TRIES_KEPT_SECONDS } from '#domain/sign-in.ts'

describe('passwords', () => {
  test('rejects the own email address and its local part', () => {
    expect(isOwnEmail(' Sam.Sorry.Long@Example.com', 'sam.sorry.long@example.com')).toBe(true)
    expect(isOwnEmail('sam.sorry.long', 'Sam.Sorry.Long@example.com')).toBe(true)
    expect(isOwnEmail('sam.sorry.long', ' sam.sorry.long@example.com ')).toBe(true)
    expect(isOwnEmail('sam.sorry.longer', 'sam.sorry.long@example.com')).toBe(false)
  })
})

describe('recovery codes', () => {
  test('are read in any case and grouping', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 10, maxLength: 10 }), (bytes) => {
        const code = recoveryCode(bytes)
        for (const typed of [
          code,
          code.toLowerCase(),
          code.replaceAll('-', ''),
          ` ${code.replaceAll('-', ' ')}`,
        ]) {
          expect(readCode(typed)).toEqual({ kind: 'recovery', code })
        }
        const mistaken = code.replaceAll('0', 'O').replaceAll('1', 'l')
        expect(readCode(mistaken)).toEqual({ kind: 'recovery', code })
      }),
    )
  })

  test('different bytes give different codes', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(recoveryCode(a) === recoveryCode(b)).toBe(Buffer.compare(a, b) === 0)
      }),
    )
    expect(() => recoveryCode(new Uint8Array(9))).toThrow(new RangeError('16 symbols need 10 random bytes'))
  })

  test('only six digits are an app code', () => {
    expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
    const others = [
      '',
      '12345',
      '1234567',
      '12345x',
      '１２３４５６',
      '0123-4567-89AB-CDE',
      '0123-4567-89AB-CDEFG',
    ]
    for (const text of [...others, '0123-4567-89AB-CDEU']) expect(readCode(text)).toBeNull()
  })
})

test('failed attempts count for a day', () => {
  expect(TRIES_KEPT_SECONDS).toBe(86_400)
})

test('the delay doubles with each failure, up to 15 minutes', () => {
  expect([0, 4, 5, 6, 7, 9, 10, 11, 1000].map(delayAfter)).toEqual([0, 0, 30, 60, 120, 480, 900, 900, 900])
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
    'Safari on Mac',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    'Chrome on ChromeOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36 OPR/130.0',
    'Opera on Linux',
  ],
  [
    'Mozilla/5.0 (Linux; Android 16; SM-S931B) AppleWebKit/537.36 SamsungBrowser/30.0 Chrome/140.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/150.0 Mobile Safari/604.1',
    'Chrome on iPad',
  ],
  ['Mozilla/5.0 (iPhone) FxiOS/140.0 Safari/604.1', 'Firefox on iPhone'],
  ['Mozilla/5.0 (Windows NT 10.0) EdgA/150.0 Safari/537.36', 'Edge on Windows'],
  ['Opera 12 (Linux)', 'Opera on Linux'],
  ['Firefox/140.0', 'Firefox'],
  ['something on Windows', 'Windows'],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(deviceName(userAgent)).toBe(words)
})

test('a recovery code is its bytes in base 32, by fours', () => {
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
  expect(recoveryCode(bytes('00000000000000000000'))).toBe('0000-0000-0000-0000')
  expect(recoveryCode(bytes('ffffffffffffffffffff'))).toBe('ZZZZ-ZZZZ-ZZZZ-ZZZZ')
  expect(recoveryCode(bytes('00443214c74254b635cf'))).toBe('0123-4567-89AB-CDEF')
  // More random bytes make no longer code.
  expect(recoveryCode(bytes('00443214c74254b635cfffff'))).toBe('0123-4567-89AB-CDEF')
})
