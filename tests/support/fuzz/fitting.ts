import fc from 'fast-check'
import type { Schema } from '#tests/support/open-api.ts'

/** Knowledge of a field beyond its schema: plausible values, by its name. */
export type Plausible = (name: string, schema: Schema) => fc.Arbitrary<unknown> | undefined

/** A form has a dozen fields, and one that is merely shaped right is enough to refuse it. */
const PLAUSIBLE = 40

/** Something that fits a schema; mostly what is plausible, sometimes anything of that shape. */
export function fitting(schema: Schema, plausible: Plausible, name = ''): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const usual = plausible(name, schema)
  const shaped = shapedLike(schema, plausible, name)
  if (!usual) return shaped
  return fc.oneof({ weight: PLAUSIBLE, arbitrary: usual }, { weight: 1, arbitrary: shaped })
}

function shapedLike(schema: Schema, plausible: Plausible, name: string): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, plausible, name)))
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type) => shapedLike({ ...schema, type }, plausible, name)))
  }
  switch (schema.type) {
    case 'object':
      return fields(schema, plausible)
    case 'array':
      return fc.array(fitting(schema.items ?? {}, plausible, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: lowest(schema), max: schema.maximum ?? Number.MAX_SAFE_INTEGER })
    case 'number':
      return fc.double({ noNaN: true, min: lowest(schema), max: schema.maximum ?? 1e15 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue()
  }
}

function lowest({ minimum, exclusiveMinimum }: Schema): number {
  return exclusiveMinimum === undefined ? (minimum ?? Number.MIN_SAFE_INTEGER) : exclusiveMinimum + 1
}

function fields({ properties = {}, required = [] }: Schema, plausible: Plausible): fc.Arbitrary<unknown> {
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, fitting(schema, plausible, name)]),
  )
  return fc.record(model, { requiredKeys: required.filter((name) => name in model), noNullPrototype: true })
}

/** A text of any script, as long as it may be. */
function text({ pattern, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern))
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 30)) }),
    fc.constantFrom('a'.repeat(maxLength), 'a'.repeat(minLength)),
  )
}
