import { expect, test } from 'vitest'
import { isStateCode, US_STATE_CODES, US_STATES } from '#domain/postal-address.ts'

test('there are 50 states, each once, in the order of their names', () => {
  const names = US_STATES.map(({ name }) => name)
  expect(US_STATES).toHaveLength(50)
  expect(new Set(names).size).toBe(50)
  expect(new Set(US_STATE_CODES).size).toBe(50)
  expect([...names].sort()).toEqual(names)
})

test('the codes are the USPS codes', () => {
  expect([...US_STATE_CODES].sort().join(' ')).toBe(
    'AK AL AR AZ CA CO CT DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT ' +
      'NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY',
  )
})

test.each([
  ['NY', 'New York'],
  ['CA', 'California'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MO', 'Missouri'],
  ['MS', 'Mississippi'],
  ['MT', 'Montana'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['IA', 'Iowa'],
])('%s is %s', (code, name) => {
  expect(US_STATES.find((state) => state.code === code)?.name).toBe(name)
  expect(isStateCode(code)).toBe(true)
})

test.each(['DC', 'PR', 'ny', 'NYC', '', ' NY', null, undefined, 5])('rejects %j as a state', (value) => {
  expect(isStateCode(value)).toBe(false)
})

test('the names are those of the 50 states', () => {
  expect(US_STATES.map(({ name }) => name).join(', ')).toBe(
    'Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, ' +
      'Georgia, Hawaii, Idaho, Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, ' +
      'Massachusetts, Michigan, Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, ' +
      'New Hampshire, New Jersey, New Mexico, New York, North Carolina, North Dakota, Ohio, Oklahoma, ' +
      'Oregon, Pennsylvania, Rhode Island, South Carolina, South Dakota, Tennessee, Texas, Utah, ' +
      'Vermont, Virginia, Washington, West Virginia, Wisconsin, Wyoming',
  )
})
