import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deviceWords } from '#src/domain/device.ts'
import { isCommonPassword, isOwnEmail } from '#src/domain/password.ts'
import { readCode, recoveryCode } from '#src/domain/second-factor.ts'
import { delayAfter } from '#src/domain/slow-down.ts'

describe('common passwords', () => {
  test.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'passwordpassword',
    'aaaaaaaaaaaa',
    'ababababababab',
    '123456789012',
    '098765432109',
    'abcabcabcabcabc',
    'qwertyuiopas',
    'Qwerty123456',
    '1qaz2wsx3edc',
    'iloveyou2026!!!',
    'letmein-letmein',
    'Welcome-2026-!',
    'administrator1',
    'correct horse battery staple',
    'ApologizeBetter2026',
  ])('%s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  test.each([
    'a kettle full of sorry',
    'three blue umbrellas',
    'my password is a goose',
    'tr0ub4dor and three',
    'ééé ñandú wölkchen',
    '花束をもう一度お願いします',
    'xK9#mQ2$vL7p',
    '花束secret花束をもう',
  ])('not %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  test('what chance makes is not common', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        const password = Buffer.from(bytes).toString('hex')
        fc.pre(new Set(bytes).size > 12)
        expect(isCommonPassword(password)).toBe(false)
      }),
    )
  })

  test('one’s own address, and the name in it', () => {
    expect(isOwnEmail(' Sam.Sorry.Long@Example.com', 'sam.sorry.long@example.com')).toBe(true)
    expect(isOwnEmail('sam.sorry.long', 'Sam.Sorry.Long@example.com')).toBe(true)
    expect(isOwnEmail('sam.sorry.longer', 'sam.sorry.long@example.com')).toBe(false)
  })
})

describe('recovery codes', () => {
  test('are read however they are typed', () => {
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

  test('two sets of bytes are two codes', () => {
    const bytes = fc.uint8Array({ minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(recoveryCode(a) === recoveryCode(b)).toBe(Buffer.compare(a, b) === 0)
      }),
    )
    expect(() => recoveryCode(new Uint8Array(9))).toThrow(RangeError)
  })

  test('the app’s codes have six digits, and nothing else is one', () => {
    expect(readCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' })
    for (const text of ['', '12345', '1234567', '12345x', '１２３４５６']) expect(readCode(text)).toBeNull()
  })
})

test('wrong tries cost more and more, and never more than a quarter of an hour', () => {
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
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words)
})
