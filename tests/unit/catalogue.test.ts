import { expect, test } from 'vitest'
import {
  describeProduct,
  fallbackImage,
  isStorefrontSku,
  PRICE_MAX_CENTS,
  STOREFRONT_SKUS,
} from '#src/domain/catalogue.ts'
import { formatMoney } from '#src/domain/money.ts'

test('three bouquets are sold', () => {
  expect(STOREFRONT_SKUS).toEqual(['FLOWER-001', 'FLOWER-002', 'FLOWER-003'])
  expect(STOREFRONT_SKUS.every(isStorefrontSku)).toBe(true)
})

test.each(['FLOWER-004', 'flower-001', 'FLOWER-001 ', '', null, undefined, 1])('%j is not sold', (sku) => {
  expect(isStorefrontSku(sku)).toBe(false)
})

test('the highest price', () => {
  expect(formatMoney(PRICE_MAX_CENTS)).toBe('$9,999.99')
})

test.each([
  ['Really Bad', 'really-bad'],
  ['The Really Bad Bouquet', 'really-bad'],
  ['Extremely Bad', 'extremely-bad'],
  ['Nuclear Bad', 'nuclear-bad'],
  ['Nuclear Bad Deluxe', 'nuclear-bad'],
  ['Not Bad', 'placeholder'],
  ['', 'placeholder'],
])('"%s" falls back on %s', (title, image) => {
  expect(fallbackImage(title)).toBe(image)
})

test.each([
  ['Roses, mostly.', 'Roses, mostly.'],
  [null, 'Really Bad flower arrangement'],
  ['', 'Really Bad flower arrangement'],
  ['  ', 'Really Bad flower arrangement'],
])('description %j reads %j', (description, text) => {
  expect(describeProduct({ title: 'Really Bad', description })).toBe(text)
})
