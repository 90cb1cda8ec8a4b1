import fc from 'fast-check'
import { expect, test } from 'vitest'
import { returnPath } from '#domain/sign-in.ts'
import { anyCharacter } from '#tests/support/any-text.ts'
import { runs } from '#tests/support/soak.ts'

const ORIGIN = 'https://apologizebetter.example'

test.each([
  '/',
  '/home',
  '/admin',
  '/admin/products?q=really+bad&page=2',
  '/admin/products/0b9f2c9e-9c1f-4c37-8a63-7a0b0c7f3c11/edit',
  '/admin/shop-orders?id=1&from=%2Fadmin%2F%5Cx%09',
  '/learn/mess-up-index',
  '/delivery-options?optionId=FLOWER-001&price=49.99&product=O%27Sorry+%C3%A9',
  '/admin/login',
  '/learn/api/index',
  `/admin?q=${'x'.repeat(2_000 - '/admin?q='.length)}`,
])('%s is a place of ours', (path) => {
  expect(returnPath(path)).toBe(path)
})

test.each([
  ['nothing', null],
  ['an empty text', ''],
  ['another site', 'https://evil.example/admin'],
  ['another site without its scheme', '//evil.example'],
  ['a backslash for a slash', '/\\evil.example'],
  ['a dot that vanishes', '/.//evil.example'],
  ['an encoded slash', '/%2Fevil.example'],
  ['an encoded backslash', '/%5Cevil.example'],
  ['a tab that browsers drop', '/\t/evil.example'],
  ['a line break that browsers drop', '/\n/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['a script behind a slash’s back', '/javascript:alert(1)'],
  ['someone at a host', '/@evil.example'],
  ['a backslash in the query', '/admin?q=\\\\evil.example'],
  ['a fragment', '/admin#token=x'],
  ['a path without its slash', 'admin'],
  ['the door itself', '/login?from=/login'],
  ['a page of the door', '/login/reset'],
  ['the door in capitals', '/LOGIN'],
  ['no page', '/api/auth/sign-out'],
  ['a novel', `/admin?q=${'x'.repeat(2_000)}`],
])('%s leads to /', (_, from) => {
  expect(returnPath(from)).toBe('/')
})

/** Texts made of what tricks are made of, besides any text at all. */
const tricky = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '.',
        '..',
        '%',
        '%2f',
        '%5C',
        '%2e',
        '%00',
        ':',
        '@',
        '?',
        '#',
        '\t',
        '\n',
        ' ',
      ),
      fc.constantFrom(
        'admin',
        'evil.example',
        'https:',
        'javascript:',
        '&',
        '=',
        '[',
        ']',
        '\u3002',
        '\uFF0F',
      ),
      fc.string({ maxLength: 3, unit: anyCharacter }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => `/${parts.join('')}`)

/** Mostly harmless ones. */
const mild = fc
  .array(fc.constantFrom('admin', '/home', '?q=', 'a', '.', '&', '%20', '/'), { maxLength: 6 })
  .map((parts) => `/${parts.join('')}`)

test('for any input the result is a path of this site, also when resolved repeatedly', () => {
  let ours = 0
  fc.assert(
    fc.property(fc.oneof(tricky, mild, fc.string({ unit: anyCharacter })), (text) => {
      const path = returnPath(text)
      const once = new URL(path, `${ORIGIN}/login?from=x`)
      expect(once.origin).toBe(ORIGIN)
      // Nothing in it vanishes or means something else: it is what it looks like.
      expect(once.pathname + once.search).toBe(path.replace(/^([^?]*)\?$/, '$1'))
      expect(new URL(decodeURIComponent(once.pathname), ORIGIN).origin).toBe(ORIGIN)
      if (path !== '/') ours++
    }),
    { numRuns: runs(500) },
  )
  expect(ours).toBeGreaterThan(20)
})
