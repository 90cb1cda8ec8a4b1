import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEasyToGuess, refuseWeakPassword } from '#api/auth/password-strength.ts'

const EMAIL = 'sam.sorry@tulipbarn.example'

describe('easy to guess', () => {
  test.each([
    ['a word and a count', 'baseball1234 password1234 Password1234 football1234 princess1234 michael12345'],
    [
      'a word with letters swapped',
      'P@ssw0rd1234 P@$$w0rd2026 5un5h1ne-7294 s3cr3t-7294x @dm1n15tr@t0r P@$$w0rd-7294',
    ],
    [
      'a run along the keyboard',
      'qwertyuiop12 asdfghjkl123 zxcvbnm12345 tyuiopasdfghjkl qwertyuiopasdfghjklzxcvbnm',
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
    [
      'the shop’s name',
      'apologizebetter ApologizeBetter1 ApologizeBetter2026 apologize-better Apologize2026!',
    ],
    [
      'parts of the person’s email address',
      'sam.sorry2026 SamSorry1234 samsorry-2026 tulipbarn1234 Tulipbarn2026! sorrysorrysorry',
    ],
    ['columns of the keyboard', '1qazxsw23edc 1qaz2wsx3edc zaq12wsxcde3 qazwsxedcrfv !QAZ2wsx3edc'],
    ['one long word', 'Chrysanthemum1 rhododendron99 constantinople'],
  ])('%s', async (_, passwords) => {
    const passed: string[] = []
    for (const password of passwords.split(' ')) {
      if (!(await isEasyToGuess(password, EMAIL))) passed.push(password)
    }
    expect(passed).toEqual([])
  })

  test.each(['correct horse battery staple', 'correcthorsebatterystaple'])(
    'the well-known passphrase %j',
    async (password) => {
      expect(await isEasyToGuess(password, EMAIL)).toBe(true)
    },
  )

  test('a long text that begins with 64 easy characters', async () => {
    expect(await isEasyToGuess('password'.repeat(25), EMAIL)).toBe(true)
  })
})

describe('hard to guess', () => {
  test.each([
    'four geese behind the shed',
    'a kettle full of sorry',
    'ivorykettledrumlantern',
    'ééé ñandú wölkchen',
    '花束をもう一度お願いします',
    'xK9#mQ2$vL7p',
    'sorry for the tulips sam',
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
