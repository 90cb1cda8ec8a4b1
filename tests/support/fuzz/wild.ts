import fc from 'fast-check'
import { anyCharacter } from '#tests/support/any-text.ts'
import { HOSTILE_TEXTS } from '#tests/support/hostile-texts.ts'

const NUMBERS = [0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308, -1e308, 5e-324]

function nested(depth: number): unknown {
  let value: unknown = []
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

/** Hostile values of every type. */
export const wild: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
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
