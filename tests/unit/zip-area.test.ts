import { expect, test } from 'vitest'
import { zipArea } from '#domain/zip-area.ts'
import { newYorkZips, sanFranciscoZips } from '#drizzle/seed/zip-codes.ts'
import { zipGroups } from '#src/admin/markets/zips.ts'

test.each([
  ['10001', 'Manhattan'],
  ['10128', 'Manhattan'],
  ['10280', 'Manhattan'],
  ['10314', 'Staten Island'],
  ['10463', 'The Bronx'],
  ['11004', 'Queens'],
  ['11101', 'Queens'],
  ['11201', 'Brooklyn'],
  ['11375', 'Queens'],
  ['11434', 'Queens'],
  ['11691', 'Queens'],
  ['94110', 'San Francisco'],
])('%s is in %s', (zip, area) => {
  expect(zipArea(zip)).toBe(area)
})

test('a code that names no area we know is grouped by its first digits', () => {
  // Floral Park, in Nassau County, has the sorting office of two codes of Queens.
  expect([zipArea('11001'), zipArea('59701')]).toEqual([
    'Codes that begin with 110',
    'Codes that begin with 597',
  ])
})

test('every code of the two cities is in one of their areas, in order', () => {
  const groups = zipGroups([...newYorkZips(), ...sanFranciscoZips()].toReversed())
  expect([...groups.keys()].toSorted()).toEqual([
    'Brooklyn',
    'Manhattan',
    'Queens',
    'San Francisco',
    'Staten Island',
    'The Bronx',
  ])
  for (const zips of groups.values()) expect(zips).toEqual(zips.toSorted())
})
