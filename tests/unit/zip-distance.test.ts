import { describe, expect, test } from 'vitest'
import zipcodes from 'zipcodes'
import { isBoxOnlyZip } from '#domain/postal-address.ts'
import { zipDistance } from '#domain/zip-distance.ts'
import { newYorkZips, sanFranciscoZips } from '#drizzle/seed/zip-codes.ts'

describe('the distance of two ZIP codes', () => {
  test.each([
    // Chelsea to the West Village, to the Battery's islands, and across the bay of San Francisco's Mission.
    ['10001', '10014', 1.2],
    ['10001', '11201', 4.0],
    ['94110', '94133', 3.8],
  ])('%s to %s is about %d miles, both ways', (one, other, miles) => {
    expect(zipDistance(one, other)).toBeCloseTo(miles, 0)
    expect(zipDistance(one, other)).toBe(zipDistance(other, one))
  })

  test('is none to itself, and takes the long form of a code', () => {
    expect(zipDistance('10014', '10014')).toBe(0)
    expect(zipDistance('10014-1234', '10001')).toBe(zipDistance('10014', '10001'))
  })

  test('is unknown where the place of a code is', () => {
    expect([zipDistance('10014', '59701'), zipDistance('', '10014')]).toEqual([null, null])
  })

  test('from New York to San Francisco is that of an atlas', () => {
    expect(zipDistance('10001', '94102')).toBeCloseTo(2568, -1)
  })
})

test('every code of the two cities that another list places by itself lies where that list says', () => {
  const placed = [...newYorkZips(), ...sanFranciscoZips()].filter((zip) => zipDistance(zip, zip) !== null)
  expect(placed.length).toBe(239)
  expect(placed.filter(isBoxOnlyZip)).toEqual([])
  const { codes } = zipcodes
  // That list puts new codes and those of one building into the middle of their city.
  const byPlace = Map.groupBy(Object.values(codes), ({ latitude, longitude }) => `${latitude} ${longitude}`)
  const far = placed.filter((zip) => {
    const code = codes[zip]
    if (!code || byPlace.get(`${code.latitude} ${code.longitude}`)?.length !== 1) return false
    const expected = zipcodes.distance('10001', zip)
    const found = zipDistance('10001', zip)
    return expected === null || found === null || Math.abs(expected - found) > 3
  })
  expect(far).toEqual([])
})
