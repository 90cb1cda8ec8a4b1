import { expect, test } from 'vitest'
import {
  ignoredParts,
  listParams,
  oneOf,
  parseSearch,
  searchOf,
  stringifySearch,
  withoutUnknown,
} from '#src/admin/ui/routing.ts'

const read = searchOf({ ...listParams, status: oneOf(['pending', 'paid']) })
const open = (address: string) => read(parseSearch(address))

test.each([
  ['?q=ada&status=paid&page=2&size=25', { q: 'ada', status: 'paid', page: 2, size: 25 }, []],
  ['?status=shipped&q=ada', { q: 'ada' }, ['status=shipped']],
  ['?page=0&size=11', {}, ['page=0', 'size=11']],
  ['?page=1&size=10', {}, []],
  ['?colour=red', {}, ['colour=red']],
  ['?status=', {}, []],
  [`?colour=${'x'.repeat(100)}`, {}, [`colour=${'x'.repeat(60)}`]],
])('%s is read as far as it is known', (address, known, ignored) => {
  expect(withoutUnknown(open(address))).toEqual(known)
  expect(ignoredParts(open(address))).toEqual(ignored)
})

test.each(['?status=shipped&q=ada', '?q=ada&status=shipped', '?page=1&status=paid', '?colour=red'])(
  '%s stays the address of the list, however often it is read',
  (address) => {
    expect(stringifySearch(open(address))).toBe(address)
    expect(stringifySearch(read(read(open(address))))).toBe(address)
  },
)

test('a value that is chosen takes the place of an unknown one', () => {
  const chosen = read({ ...open('?status=shipped&q=ada'), status: 'paid' })
  expect(ignoredParts(chosen)).toEqual([])
  expect(stringifySearch(chosen)).toBe('?status=paid&q=ada')
})

test('nothing of what is unknown is asked of the API, nor part of a key of the cache', () => {
  expect(JSON.stringify({ ...open('?status=shipped&colour=red&q=ada') })).toBe('{"q":"ada"}')
})

test('dismissing what is unknown leaves the rest of the address', () => {
  expect(stringifySearch(withoutUnknown(open('?status=shipped&q=ada&size=25')))).toBe('?q=ada&size=25')
})
