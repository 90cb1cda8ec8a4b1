import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readTextAnswer, type TextAnswer } from '#domain/text-answers.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { runs } from '#tests/support/soak.ts'

const order = (answer: 'yes' | 'no', name: string): TextAnswer => ({ answer, order: name })

describe('an answer', () => {
  test.each<[string, TextAnswer]>([
    ['1', 'yes'],
    [' 1. ', 'yes'],
    ['(1)', 'yes'],
    ['１', 'yes'],
    ['1️⃣', 'yes'],
    ['\u200b1\ufeff', 'yes'],
    ['1 👍🏽', 'yes'],
    ['Yes', 'yes'],
    ['YES!!', 'yes'],
    ['yes please, thank you', 'yes'],
    ['1 yes', 'yes'],
    ['2', 'no'],
    ['No.', 'no'],
    ['no thanks', 'no'],
    ['1 K7QX', order('yes', 'K7QX')],
    ['2 k7qx', order('no', 'K7QX')],
    ['1, #k7qx please', order('yes', 'K7QX')],
    ['yes order k7qo', order('yes', 'K7Q0')],
    ['2 ORD-8M2AK7QX', order('no', 'K7QX')],
    ['2 ord8m2ak7qx', order('no', 'K7QX')],
    ['1 for ord 8m2ak7qi', order('yes', 'K7Q1')],
    ['１　ｋ７ｑｘ', order('yes', 'K7QX')],
  ])('%j is %j', (text, answer) => {
    expect(readTextAnswer(text)).toEqual(answer)
  })
})

test.each([
  'STOP',
  'Stop.',
  ' ｓｔｏｐ ',
  'S\u200bTOP',
  'stop 🛑',
  'stop please',
  'Please STOP texting me!',
  'no, stop',
  'STOP ALL',
  'stopall',
  'Unsubscribe',
  'unsubscribe me from this list of yours',
  'QUIT',
  'cancel',
  'End',
  'revoke',
  'I revoke my consent',
  'opt out',
  'Opt-out',
  'OPTOUT',
  'I want to opt out of these',
  'no more texts',
  'please cancel, thanks',
  'I want to cancel these texts',
  'end all messages now',
  'No more messages please',
  'Don’t text me',
  'do not contact this number again',
  'remove me from your list',
  'leave me alone',
  'ARRÊT',
  `STOP ${'and '.repeat(50)}never again`,
  `stop ${'x'.repeat(100_000)}`,
])('%.40s means STOP', (text) => {
  expect(readTextAnswer(text)).toBe('stop')
})

test.each([
  ['START', 'start'],
  ['unstop', 'start'],
  ['Start again please', 'start'],
  ['HELP', 'help'],
  ['help me', 'help'],
  ['Info?', 'help'],
])('%s means %s', (text, meaning) => {
  expect(readTextAnswer(text)).toBe(meaning)
})

test.each([
  ['nothing', ''],
  ['what nobody can see', '\u200b\u2060\ufeff'],
  ['an emoji alone', '👍'],
  ['both answers', '1 2'],
  ['both answers in words', '1 nope'],
  ['two orders', '1 K7QX M2AB'],
  ['another number', '12'],
  ['a ZIP code', '10001'],
  ['three', '3'],
  ['no symbols of a reference', '1 K7UX'],
  ['a question', 'Can I make it by 5?'],
  ['a place to stop by', 'Can you stop by at noon'],
  ['an order that is to be cancelled', 'Cancel my order'],
  ['what may be an order that is to be cancelled', 'I want to cancel it'],
  ['a phone’s report of a reaction', 'Liked “New order. Reply 1 for yes, 2 for no, STOP to end.”'],
  ['an answer with a condition', 'yes but only after six'],
  ['an answer at the beginning of a letter', `1 ${'x '.repeat(400)}`],
  ['an answer before 100,000 characters', `1${' '.repeat(100_000)}not`],
])('%s means nothing', (_, text) => {
  expect(readTextAnswer(text)).toBeNull()
})

test('signs, spaces, emoji and what nobody can see around an answer never change it', () => {
  const around = fc.string({
    unit: fc.constantFrom(' ', '\n', '.', '!', '…', '—', '🌷', '❤️', '\u200b', '\ufeff', '\u00ad', '\u202e'),
    maxLength: 20,
  })
  const answers = fc.constantFrom('1', '2', 'yes', 'STOP', 'help', 'Start', '1 K7QX', 'opt out')
  fc.assert(
    fc.property(around, answers, around, (before, answer, after) => {
      expect(readTextAnswer(before + answer + after)).toEqual(readTextAnswer(answer))
    }),
    { numRuns: runs(200) },
  )
})

test('any text is read without a failure, as one of the meanings', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (text) => {
      const answer = readTextAnswer(text)
      if (answer !== null && typeof answer === 'object') expect(answer.order).toMatch(/^[0-9A-Z]{4}$/)
      else expect([null, 'yes', 'no', 'stop', 'start', 'help']).toContain(answer)
    }),
    { numRuns: runs(200) },
  )
})
