import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEasyToGuess, refuseWeakPassword } from '#api/auth/password-strength.ts'

const EMAIL = 'sam.sorry@tulipbarn.example'

describe('easy to guess', () => {
  test.each([
    ['a word and a count', 'baseball1234 password1234 Password1234 football1234 princess1234 michael12345'],
    [
      'a word and a longer count',
      'monkey123456 dragon123456 qwerty123456 shadow123456 charlie12345 hello1234567',
    ],
    [
      'a word, digits and marks',
      'Password123! Qwerty12345! letmein12345 Welcome12345 flowers12345 basketball12',
    ],
    ['a word and a year', 'football2026 iloveyou2026 Passw0rd2026 sunshine2026 computer2025 starwars1999'],
    [
      'a season, a month or a city and a year',
      'summer2026!! Spring2026!! Winter2025!! January2026! NewYork2026!',
    ],
    [
      'a word with letters swapped',
      'P@ssw0rd1234 P@$$w0rd2026 5un5h1ne-7294 s3cr3t-7294x @dm1n15tr@t0r P@$$w0rd-7294',
    ],
    [
      'a run along the keyboard',
      'qwertyuiop12 asdfghjkl123 zxcvbnm12345 tyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm',
    ],
    [
      'columns of the keyboard',
      '1qazxsw23edc 1qaz2wsx3edc zaq12wsxcde3 q1w2e3r4t5y6 1q2w3e4r5t6y !QAZ2wsx3edc qazwsxedcrfv',
    ],
    [
      'a run of digits or letters',
      '123456789012 987654321098 34567890123456 abcdefghijkl fghijklmnopqr abcd12345678',
    ],
    [
      'something repeated',
      'aaaaaaaaaaaa 121212121212 abcabcabcabc passwordpassword tulipstulipst aabbccddaabb',
    ],
    [
      'common words together',
      'secretpassword mypassword12 thisismypassword iloveyouforever letmeinplease michaeljackson',
    ],
    ['a date', '01/01/1990ab 19900101john 12-25-2025!! 20260604pass'],
    [
      'what administrators choose',
      'administrator administrator1 admin1234567 changeme1234 Welcome-2026-! letmein-letmein',
    ],
    ['one long word', 'Chrysanthemum1 rhododendron99 constantinople'],
    ['a famous passphrase', 'correcthorsebatterystaple'],
    [
      'the shop’s name',
      'apologizebetter ApologizeBetter1 ApologizeBetter2026 apologize-better Apologize2026!',
    ],
    [
      'parts of the person’s email address',
      'sam.sorry2026 SamSorry1234 samsorry-2026 tulipbarn1234 Tulipbarn2026! sorrysorrysorry',
    ],
  ])('%s', async (_, passwords) => {
    const passed: string[] = []
    for (const password of passwords.split(' ')) {
      if (!(await isEasyToGuess(password, EMAIL))) passed.push(password)
    }
    expect(passed).toEqual([])
  })

  test('a well-known passphrase with spaces', async () => {
    expect(await isEasyToGuess('correct horse battery staple', EMAIL)).toBe(true)
  })

  test('a long text that begins with 64 easy characters', async () => {
    expect(await isEasyToGuess('password'.repeat(25), EMAIL)).toBe(true)
  })
})

describe('hard to guess', () => {
  test.each([
    'four geese behind the shed',
    'a kettle full of sorry',
    'my password is a goose',
    'purple otter tax window',
    'ivorykettledrumlantern',
    'tr0ub4dor and three',
    'ééé ñandú wölkchen',
    '花束をもう一度お願いします',
    'xK9#mQ2$vL7p',
    'vQ8nR2mXk4Lp',
    'sorry for the tulips sam',
    'better to apologize with twelve geese',
    `${'four geese behind the shed '.repeat(7)}!`,
  ])('%s', async (password) => {
    expect(await isEasyToGuess(password, EMAIL)).toBe(false)
  })

  test('random passwords', async () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 }).filter((all) => new Set(all).size > 12)
    await fc.assert(
      fc.asyncProperty(bytes, async (all) => {
        expect(await isEasyToGuess(Buffer.from(all).toString('base64url'), EMAIL)).toBe(false)
      }),
    )
  })
})

test.each([
  [EMAIL, 'Please choose something other than your email address'],
  ['sam.sorry', 'Please choose something other than your email address'],
  ['baseball1234', 'This password is too easy to guess. Four or five random words work well.'],
])('%s is refused at its field, with words that say why', async (password, message) => {
  await expect(refuseWeakPassword(password, EMAIL)).rejects.toMatchObject({
    code: 'invalid',
    issues: [{ path: 'password', message }],
  })
})

test('only the beginning of a long text is scored', async () => {
  expect(await isEasyToGuess('4@8({[<3691!|705$7+%2'.repeat(9), EMAIL)).toBe(false)
})
