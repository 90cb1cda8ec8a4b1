import { expect, test } from 'vitest'
import { pathForLog } from '#domain/log-path.ts'

test.each([
  ['/learn/mess-up-indeks', '/learn/mess-up-indeks'],
  ['/a/deep/path/that/never/was', '/a/deep/path/that/never/was'],
  [
    '/learn/the-very-long-slug-of-an-article-nobody-wrote',
    '/learn/the-very-long-slug-of-an-article-nobody-wrote',
  ],
  ['/', '/'],
  ['/2026/11/21', '/2026/11/21'],
])('%s stays readable', (path, expected) => {
  expect(pathForLog(path)).toBe(expected)
})

test.each([
  ['an email address', '/unsubscribe/sam@example.com', '/unsubscribe/[email]'],
  ['one that is encoded', '/u/sam%40example.com/x', '/u/[email]/x'],
  ['one that is encoded twice', '/u/sam%2540example.com', '/u/[email]'],
  ['one beside a broken escape', '/u/%zz/sam%40example.com', '/u/%zz/[email]'],
  ['a checkout session', '/thank-you/cs_test_a1B2c3', '/thank-you/[id]'],
  ['an order reference', '/orders/ORD-7K3M9QXZ', '/orders/[id]'],
  ['a uuid', '/o/1ee20d99-ac29-4056-a5af-4fdd3b6deb8f', '/o/[id]'],
  ['a token', '/reset/eyJhbGciOiJIUzI1NiIsInR5cCI6', '/reset/[id]'],
  ['a ZIP', '/zip/10001', '/zip/[number]'],
  ['a phone number', '/call/(212)%20555-0100', '/call/[number]'],
  ['a card number', '/4242%204242%204242%204242', '/[number]'],
  ['a line break', '/a%0A{"level":"error"}', '/a{"level":"error"}'],
])('%s does not enter the log', (_, path, expected) => {
  expect(pathForLog(path)).toBe(expected)
})

test('an endless text is cut', () => {
  expect(pathForLog(`/${'so-sorry/'.repeat(400)}`)).toHaveLength(121)
})

test.each([
  ['half an email address', `/${'so-sorry/'.repeat(105)}sam.sorry@example.com`],
  ['what follows it', `/${'0123456789abcdefghij'.repeat(100)}/sam@example.com`],
  [
    'an address that is encoded twice, with a broken escape behind it',
    `/sam%2540example.com/${'%F0%9F%98%80'.repeat(100)}`,
  ],
])('%s is not in what is kept of a long path', (_, path) => {
  expect(pathForLog(path)).not.toMatch(/sam|example/)
})

test('of a long path only the beginning is read, up to its last slash', () => {
  // Digits become one short mark: all of 960 signs would fit into the line.
  const head = `/${'1234567890/'.repeat(80)}`
  const path = pathForLog(`${head}${'a'.repeat(100_000)}`)
  expect(path).toBe(pathForLog(head) + (pathForLog(head).endsWith('…') ? '' : '…'))
  expect(pathForLog(`/${'a'.repeat(100_000)}`)).toBe('/…')
})

test('an incomplete escape sequence does not throw', () => {
  expect(pathForLog('/100%')).toBe('/100%')
})
