import { expect, test } from 'vitest'
import {
  describeProduct,
  fallbackImage,
  isPictureAddress,
  isStorefrontSku,
  PRICE_MAX_CENTS,
  STOREFRONT_SKUS,
} from '#domain/catalogue.ts'
import { formatMoney } from '#domain/money.ts'

test('the storefront sells three bouquets', () => {
  expect(STOREFRONT_SKUS).toEqual(['FLOWER-001', 'FLOWER-002', 'FLOWER-003'])
  expect(STOREFRONT_SKUS.every(isStorefrontSku)).toBe(true)
})

test.each(['FLOWER-004', 'flower-001', 'FLOWER-001 ', '', null, undefined, 1])('%j is not on sale', (sku) => {
  expect(isStorefrontSku(sku)).toBe(false)
})

test('the highest price is $9,999.99', () => {
  expect(formatMoney(PRICE_MAX_CENTS)).toBe('$9,999.99')
})

test.each([
  ['Really Bad', 'really-bad'],
  ['Extremely Bad', 'extremely-bad'],
  ['Nuclear Bad', 'nuclear-bad'],
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

test.each([
  'https://pictures.example/tulip.jpg',
  'HTTPS://pictures.example/tulip.jpg?w=200#top',
  'https://pictures.example',
  '/',
  '/bouquets/really-bad.jpg',
])('%s is where a picture may be', (address) => {
  expect(isPictureAddress(address)).toBe(true)
})

test.each([
  '',
  'tulip.jpg',
  'http://pictures.example/tulip.jpg',
  ' https://pictures.example/tulip.jpg',
  'x:https://pictures.example/tulip.jpg',
  'javascript://pictures.example/https://tulip.jpg',
  '//pictures.example/tulip.jpg',
  '/\\pictures.example/tulip.jpg',
  '/bouquets/really bad.jpg',
  '/bouquets/\nreally-bad.jpg',
  '/bouquets/\u0000.jpg',
  '/bouquets/\u202Egpj.jpg',
  'data:image/png;base64,AAAA',
  'https://localhost/tulip.jpg',
  'https://sam@pictures.example/tulip.jpg',
  'https://',
  'https://[::1',
  'https://a.b:99999999/',
])('%j is not', (address) => {
  expect(isPictureAddress(address)).toBe(false)
})
