import { expect, test } from 'vitest'
import zipcodes from 'zipcodes'
import { isStateCode, stateOfZip, stateProblem } from '#domain/postal-address.ts'

const ALL = Object.entries(zipcodes.codes).filter(([zip]) => /^\d{5}$/.test(zip))

test('knows no ZIP code of the country to be in another state than it is', () => {
  expect(ALL.length).toBeGreaterThan(40_000)
  const wrong = ALL.filter(([zip, { state }]) => ![null, state].includes(stateOfZip(zip)))
  expect(wrong).toEqual([])
})

test('knows the state of every ZIP code but those whose first digits two states share', () => {
  const unknown = ALL.filter(([zip, { state }]) => isStateCode(state) && stateOfZip(zip) === null)
  expect([...new Set(unknown.map(([zip]) => zip.slice(0, 3)))].sort()).toEqual([
    '063',
    '205',
    '739',
    '834',
    '967',
  ])
})

test.each([
  ['NY', '10001', null],
  ['CA', '94110', null],
  ['CA', '10001', 'ZIP code 10001 is in New York'],
  ['NY', '94110', 'ZIP code 94110 is in California'],
  // Idaho and Wyoming share 834.
  ['CA', '83414', null],
  ['NY', '00000', null],
])('%s with ZIP code %s: %s', (state, zip, problem) => {
  expect(stateProblem(state, zip)).toBe(problem)
})
