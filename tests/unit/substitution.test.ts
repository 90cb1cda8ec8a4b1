import { expect, test } from 'vitest'
import { exchange, questionSentence, usedSentence } from '#domain/order/substitution-messages.ts'
import { readPreference } from '#domain/order/substitution-preference.ts'

test.each([
  ['ask', 'ask'],
  ['refund', 'refund'],
  ['florist', 'florist'],
  ['', 'florist'],
  ['Ask', 'florist'],
  ['constructor', 'florist'],
])('the preference %j is read as %s', (text, preference) => {
  expect(readPreference(text)).toBe(preference)
})

test('a florist’s words stand in a sentence without the full stop that they end with', () => {
  const flowers = { missing: 'pink peonies. ', instead: 'white ranunculus…' }
  expect(usedSentence(flowers)).toBe(
    'Your florist was out of pink peonies and used white ranunculus… instead.',
  )
  expect(questionSentence(flowers)).toContain(
    'is out of pink peonies and would use white ranunculus… instead',
  )
  expect(exchange({ missing: '...', instead: 'roses.' })).toBe('roses instead of ...')
})
