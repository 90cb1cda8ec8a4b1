import { expect, test } from 'vitest'
import { phoneSearch } from '#domain/phone.ts'
import { foldText } from '#domain/text.ts'

test.each([
  ['Ñandú', 'nandu'],
  ['O’Brien', "o'brien"],
  ['D‘Arcyʼs', "d'arcy's"],
  ['Nguyễn', 'nguyen'],
  ['ΆΘΉΝΑ', 'αθηνα'],
  ['Straße 5', 'straße 5'],
])('%j is compared as %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test.each([
  ['(212) 555-0134', '2125550134'],
  ['+1 212.555.0134', '2125550134'],
  ['12125550134', '2125550134'],
  ['555–0134', '5550134'],
  ['0134', '0134'],
  ['134', null],
  ['23 10th', null],
  ['', null],
])('a search for %j may mean the phone number %j', (typed, digits) => {
  expect(phoneSearch(typed)).toBe(digits)
})
