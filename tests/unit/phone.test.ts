import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPhone, isPhone, maskPhoneText, phoneDigits, phoneLink, phoneSearch } from '#domain/phone.ts'
import { SITE } from '#domain/site.ts'
import { SHOPS } from '#drizzle/seed/data.ts'
import { runs } from '#tests/support/soak.ts'

const MASK_LENGTH = '(212) 555-0100'.length

test.each([
  ['1', '(1'],
  ['1234', '(123) 4'],
  ['123456', '(123) 456'],
  ['(123) 456-7890', '(123) 456-7890'],
  ['123.456.7890', '(123) 456-7890'],
  ['+1 (212) 555-0100', '(212) 555-0100'],
  ['tel:+1-212-555-0100', '(212) 555-0100'],
  // Contact books copy it like this: direction marks around it, spaces and hyphens that do not break.
  ['\u202a+1 (212)\u00a0555\u20110100\u202c', '(212) 555-0100'],
])('%j is shown as %j', (text, shown) => {
  expect(formatPhone(text)).toBe(shown)
})

test.each(['abc', '+61 412 345 678', '011 61 412 345 678', '+1 212 555', '(212) 555-01009'])(
  '%j stays as it was typed',
  (text) => {
    expect(formatPhone(text)).toBe(text)
  },
)

test('a complete number has the length of the mask', () => {
  expect(formatPhone('2125550100')).toHaveLength(MASK_LENGTH)
})

test.each([
  ['12125550100', '(212) 555-0100'],
  ['+4915112345678901', '+4915112345678901'],
  // A US number ends with its tenth digit.
  ['21255501009', '(212) 555-0100'],
  ['2125550100x12', '(212) 555-0100x12'],
  ['212-555-0100 ext. 4021', '(212) 555-0100ext. 4021'],
])('typing %s key by key gives %s', (keys, shown) => {
  let field = ''
  for (const key of keys) field = maskPhoneText(field + key)
  expect(field).toBe(shown)
})

test.each([
  ['2125550100x12', '(212) 555-0100 x12'],
  ['(212) 555-0100 ext 12', '(212) 555-0100 ext 12'],
  // A number of another country loses none of its digits: the form says that it cannot be called.
  ['919876543210', '919876543210'],
  ['+919876543210', '+919876543210'],
  ['(614) 123-45678', '(614) 123-4567'],
])('pasting %s gives %s', (text, shown) => {
  expect(maskPhoneText(text)).toBe(shown)
})

test.each([
  // The caret stands behind the digit that was typed.
  ['(2129) 555-0100', 5, '(212) 555-0100'],
  ['9(212) 555-0100', 1, '(212) 555-0100'],
  ['(212) 555-01900', 13, '(212) 555-0100'],
])('a digit typed into a complete number, %s, pushes none out', (text, caret, shown) => {
  expect(maskPhoneText(text, caret)).toBe(shown)
})

test('ten backspaces empty a complete number, three more with an extension', () => {
  let field = maskPhoneText('2125550100x12')
  for (let presses = 0; presses < 13; presses++) field = maskPhoneText(field.slice(0, -1))
  expect(field).toBe('')
})

test.each([
  ['2125550100 x12', '(212) 555-0100 x12'],
  ['212-555-0100 ext. 4021', '(212) 555-0100 x4021'],
  ['212-555-0100 EXTN: 4021', '(212) 555-0100 x4021'],
  ['212-555-0100 extension 7', '(212) 555-0100 x7'],
  ['+1 212 555 0100,,4021', '(212) 555-0100 x4021'],
  ['tel:+12125550100;ext=4021', '(212) 555-0100 x4021'],
  ['2125550100#12', '(212) 555-0100 x12'],
  ['１２１２５５５０１００ｘ１２', '(212) 555-0100 x12'],
  ['212,555,0100', '(212) 555-0100'],
  ['212-555-0100,', '(212) 555-0100'],
])('%j is kept as %j, and is a number', (text, kept) => {
  expect(isPhone(text)).toBe(true)
  expect(formatPhone(text)).toBe(kept)
  expect(formatPhone(kept)).toBe(kept)
  expect(phoneDigits(text)).toBe('2125550100')
})

test.each([
  ['(212) 555-0100', 'tel:+12125550100'],
  ['212-555-0100 ext. 7', 'tel:+12125550100,7'],
])('%j is called at %j', (text, link) => {
  expect(phoneLink(text)).toBe(link)
})

test.each([
  ['(212) 555-0100 x12', '2125550100x12'],
  ['2125550100', '2125550100'],
  ['0100', '0100'],
  ['555 x12', null],
])('%j is searched as %j', (typed, search) => {
  expect(phoneSearch(typed)).toBe(search)
})

const typed = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'0123456789+-() .,x#') }),
)

test('the mask is idempotent, keeps every digit, and either shapes a text or leaves it alone', () => {
  fc.assert(
    fc.property(typed, (text) => {
      const shown = formatPhone(text)
      expect(formatPhone(shown)).toBe(shown)
      if (shown === text) return
      expect(shown).toMatch(/^(\(\d{1,3}(\) \d{1,3}(-\d{1,4}( x\d{1,8})?)?)?)?$/)
      expect(shown.replace(/ x\d+$|[() -]/g, '')).toBe(phoneDigits(text))
    }),
    { numRuns: runs(300) },
  )
})

test.each([
  '212/555-0100',
  // Toll-free, and of Canada and Jamaica: the same plan, and our florists can ring them.
  '(800) 555-0199',
  '+1 416 555 0123',
  '(876) 555-0123',
])('%j is a number', (text) => {
  expect(isPhone(text)).toBe(true)
})

test('the numbers of the shop and of the florists it starts with are numbers', () => {
  for (const phone of [
    SITE.supportPhone,
    ...Object.values(SHOPS).flatMap(({ shops }) => shops.map(({ phone }) => phone)),
  ]) {
    expect(isPhone(phone), phone).toBe(true)
    expect(formatPhone(phone)).toBe(phone)
  }
})

test.each([
  '',
  '(212) 555-010',
  '2125550100 ext',
  '2125550100 x123456789',
  '(123) 456-7890 x5',
  '212555010O',
  'call me: 2125550100',
  '+2125550100',
  // No area code begins with 0 or 1, none is N11, N9X, 37X or 96X; no exchange begins with 0 or 1 or is N11.
  '(000) 000-0000',
  '(123) 456-7890',
  '(911) 555-0100',
  '(291) 555-0100',
  '(370) 555-0100',
  '(961) 555-0100',
  '(212) 055-0100',
  '(212) 155-0100',
  '(212) 911-0100',
])('%j is none', (text) => {
  expect(isPhone(text)).toBe(false)
})
