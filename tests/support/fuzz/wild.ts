import fc from 'fast-check'
import { anyCharacter } from '#tests/support/any-text.ts'

/** Texts that are known to break software. */
export const WILD_TEXTS: readonly string[] = [
  '',
  ' \t\r\n ',
  '\0',
  'before\0after',
  '\uD800',
  'half a \uDC00 pair',
  '\u202Ethgir ot tfel',
  '\u200B\u2060\uFEFF',
  'e\u0301\u0302\u0303'.repeat(60),
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '١٢٣٤٥',
  '１０００１',
  'İıſßŉ',
  '﷽'.repeat(300),
  "'; drop table orders; --",
  "' or '1'='1",
  '" union select email from users --',
  '%_%\\%',
  '*?[a-z]',
  'a" NEAR b* OR ^c',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  `{{7*7}}\${7*7}<%= 7*7 %>`,
  `\${jndi:ldap://localhost/a}`,
  '=cmd|calc!A1',
  '../../../etc/passwd',
  'file:///etc/passwd',
  '//evil.example/x',
  'http://[::1',
  'sam@example.com\r\nBcc: all@example.com',
  '\r\nset-cookie: a=b',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0x10',
  '1e309',
  '9007199254740993',
  '__proto__',
  'constructor',
  '2026-02-30',
  '99:99',
  'x'.repeat(5_000),
  'ü'.repeat(120_000),
]

const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308, 5e-324]

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** Hostile values of every type. */
export const wild: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...WILD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, maxLength: 40 }) },
  { weight: 1, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<() => unknown>(
        () => nested(400),
        () => Array.from({ length: 6_000 }, (_, i) => i),
        () => Array.from({ length: 6_000 }, () => '10001'),
        () => Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`f${i}`, i])),
        () => JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
        () => JSON.parse('{"toString":1,"valueOf":1,"then":1,"length":-1}'),
      )
      .map((make) => make()),
  },
)
