import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'
import { answersOf } from '#tools/openapi/answers.ts'
import { schemaOf } from '#tools/openapi/schema-of.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('the schemas of answers are those of the types; if not, npm run openapi writes them again', () => {
  const written: unknown = JSON.parse(readFileSync(join(ROOT, 'api/http/answers.json'), 'utf8'))
  expect(written).toEqual(answersOf(ROOT))
})

describe('a type', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apologize-types-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  /** The schemas of types by their names. */
  function schemasIn(source: string) {
    const file = join(folder, 'types.ts')
    writeFileSync(file, source)
    const program = ts.createProgram([file], { strict: true, types: [], lib: ['lib.es5.d.ts'] })
    const checker = program.getTypeChecker()
    const aliases = program.getSourceFile(file)?.statements.filter(ts.isTypeAliasDeclaration) ?? []
    return Object.fromEntries(
      aliases.map(({ name }) => [name.text, schemaOf(checker, checker.getTypeAtLocation(name), name.text)]),
    )
  }

  test('with optional fields becomes a closed object that requires the others', () => {
    const closed = { type: 'object', additionalProperties: false }
    expect(
      schemasIn(`
        type Fields = { b: string; a: number; c?: boolean; d: string | undefined; e?: undefined }
        type Both = { a: string } & { b: string }
        type ByName = Record<string, number>
        type Empty = {}
      `),
    ).toEqual({
      Fields: {
        ...closed,
        properties: {
          a: { type: 'number' },
          b: { type: 'string' },
          c: { type: 'boolean' },
          d: { type: 'string' },
        },
        required: ['a', 'b'],
      },
      Both: { ...closed, properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a', 'b'] },
      ByName: { type: 'object', additionalProperties: { type: 'number' } },
      Empty: closed,
    })
  })

  test('of several becomes the narrowest schema that says it, in an order of its own', () => {
    expect(
      schemasIn(`
        type Literals = 'b' | 'a' | 1
        type OrNull = 'b' | null
        type TextOrNull = string | null
        type ListOrNull = number[] | null
        type Mixed = string[] | boolean | null | 'none'
        type Pair = readonly [string, 1]
        type Branded = string & { readonly brand: 'zip' }
      `),
    ).toEqual({
      Literals: { enum: ['a', 'b', 1] },
      OrNull: { enum: ['b', null] },
      TextOrNull: { type: ['string', 'null'] },
      ListOrNull: { type: ['array', 'null'], items: { type: 'number' } },
      Mixed: {
        anyOf: [
          { type: 'array', items: { type: 'string' } },
          { type: 'boolean' },
          { const: 'none' },
          { type: 'null' },
        ],
      },
      Pair: { type: 'array', prefixItems: [{ type: 'string' }, { const: 1 }], items: false, minItems: 2 },
      Branded: { type: 'string' },
    })
  })

  test.each([
    ['any', 'type T = { a: { b: any[] } }', 'T.a.b[] is any'],
    ['a function', 'type T = { a(): void }', 'T.a is () => void'],
    ['itself', 'type T = { a: T | null }', 'T.a refers to itself'],
  ])('with %s is refused, with the place', (_, source, message) => {
    expect(() => schemasIn(source)).toThrow(message)
  })
})
