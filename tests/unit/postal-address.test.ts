import { expect, test } from 'vitest'
import { addressLines, streetLine } from '#domain/postal-address.ts'

test.each([
  ['12 Main St', 'Apt 4B', '12 Main St, Apt 4B'],
  ['12 Main St', null, '12 Main St'],
])('%s with unit %s is one line', (street, unit, line) => {
  expect(streetLine(street, unit)).toBe(line)
})

test.each([
  ['Apt 4B', '12 Main St\nApt 4B\nNew York, NY 10001'],
  [null, '12 Main St\nNew York, NY 10001'],
])('an address with unit %s has a line for each part', (unit, lines) => {
  expect(addressLines({ address: '12 Main St', unit, city: 'New York', state: 'NY', zip: '10001' })).toBe(
    lines,
  )
})
