import { describe, expect, test } from 'vitest'
import { madeBy, onTimePercent, onTimeText } from '#domain/proof.ts'

const in_ =
  (market: string) =>
  (...names: string[]) =>
    names.map((name) => ({ name, market }))
const inSanFrancisco = in_('San Francisco')
const LONG = 'The Extraordinarily Long-Named Flower Shop of Upper Noe Valley and the Lower One'

describe('who makes the flowers', () => {
  test.each([
    [inSanFrancisco('Bloom & Co'), 'Made by Bloom & Co in San Francisco'],
    [
      inSanFrancisco('Bloom & Co', 'Iris & Daughters'),
      'Made by Bloom & Co and Iris & Daughters in San Francisco',
    ],
    [inSanFrancisco('Ada', 'Bea', 'Cleo'), 'Made by Ada, Bea and Cleo in San Francisco'],
    [
      [...inSanFrancisco('Ada'), ...in_('New York City')('Bea'), ...inSanFrancisco('Cleo')],
      'Made by Ada, Bea and Cleo',
    ],
  ])('all are named where two lines have room: %#', (florists, text) => {
    expect(madeBy(florists)).toBe(text)
  })

  test('as many as fit are named, and the others counted', () => {
    const six = inSanFrancisco(
      'Iris & Daughters',
      'Bloom & Co',
      'Field & Vine',
      'Fern',
      'Petals of Noe',
      'Stem & Sons',
    )
    expect(madeBy(six)).toBe(
      'Made by Iris & Daughters, Bloom & Co, Field & Vine, Fern and 2 more florists in San Francisco',
    )
  })

  test('one that is not named is one florist', () => {
    const three = inSanFrancisco(
      'Iris & Daughters',
      'Bloom & Co',
      'Field, Vine & Grandsons of Valencia Street',
    )
    expect(madeBy(three)).toBe('Made by Iris & Daughters, Bloom & Co and one more florist in San Francisco')
  })

  test('a name longer than both lines gives way to those that fit', () => {
    expect(madeBy(inSanFrancisco(LONG, 'Stem', 'Twig'))).toBe(
      'Made by Stem, Twig and one more florist in San Francisco',
    )
  })

  test('where no name fits they are counted', () => {
    expect(madeBy(inSanFrancisco(LONG, LONG))).toBe('Made by 2 florists in San Francisco')
    expect(madeBy(inSanFrancisco(LONG))).toBe('Made by a florist in San Francisco')
  })

  test('nobody is nothing to say', () => {
    expect(madeBy([])).toBeNull()
  })
})

describe('on time', () => {
  test('is shown to shoppers above 30 orders only', () => {
    expect(onTimeText({ due: 30, onTime: 30 })).toBeNull()
    expect(onTimeText({ due: 31, onTime: 30 })).toBe('On time, last 7 days: 96%')
  })

  test('is never rounded up, and no share of nothing', () => {
    expect(onTimePercent({ due: 1000, onTime: 999 })).toBe(99)
    expect(onTimePercent({ due: 0, onTime: 0 })).toBeNull()
  })
})
