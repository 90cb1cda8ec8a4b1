import ts from 'typescript'

/** As much of JSON Schema as describes a type. Objects list all that they have. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  items?: Schema | false
  prefixItems?: Schema[]
  minItems?: number
  anyOf?: Schema[]
}

/** A type that no schema describes. */
export class NoSchema extends Error {}

/**
 * The JSON Schema of a type as `JSON.stringify` writes its values. Properties and members of unions are sorted: the
 * compiler's own order depends on what it has read before.
 * @param at where the type stands, for the error
 * @throws NoSchema for `any`, functions, and types that refer to themselves
 */
export function schemaOf(checker: ts.TypeChecker, type: ts.Type, at: string): Schema {
  return convert(type, at, [])

  function convert(type: ts.Type, at: string, outer: readonly ts.Type[]): Schema {
    const simple = simpleSchema(type)
    if (simple) return simple
    if (outer.includes(type)) throw new NoSchema(`${at} refers to itself`)
    const inside = [...outer, type]
    if (type.isUnion()) return unionOf(type.types, at, inside)
    if (type.isIntersection()) {
      // A branded text or number.
      const base = type.types.map(simpleSchema).find((found) => found?.type !== undefined)
      if (base) return base
    }
    if (checker.isTupleType(type)) {
      const items = checker.getTypeArguments(type as ts.TypeReference)
      const prefixItems = items.map((item, index) => convert(item, `${at}[${index}]`, inside))
      return { type: 'array', prefixItems, items: false, minItems: items.length }
    }
    if (checker.isArrayType(type)) {
      const [item] = checker.getTypeArguments(type as ts.TypeReference)
      if (item) return { type: 'array', items: convert(item, `${at}[]`, inside) }
    }
    return objectOf(type, at, inside)
  }

  function unionOf(types: readonly ts.Type[], at: string, inside: readonly ts.Type[]): Schema {
    const members = types
      .filter((member) => !isUndefined(member))
      .map((member) => convert(member, at, inside))
    return joined(members)
  }

  function objectOf(type: ts.Type, at: string, inside: readonly ts.Type[]): Schema {
    const isFunction = type.getCallSignatures().length > 0
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || isFunction) {
      throw new NoSchema(`${at} is ${checker.typeToString(type)}`)
    }
    const properties: [string, Schema][] = []
    const required: string[] = []
    for (const symbol of checker.getPropertiesOfType(type)) {
      const { name } = symbol
      const value = checker.getTypeOfSymbol(symbol)
      // Never sent: a member of a union that lacks what another one has.
      if (isUndefined(value) || value.flags & ts.TypeFlags.Never) continue
      properties.push([name, convert(value, `${at}.${name}`, inside)])
      const isOptional =
        symbol.flags & ts.SymbolFlags.Optional || (value.isUnion() && value.types.some(isUndefined))
      if (!isOptional) required.push(name)
    }
    const index = checker.getIndexInfosOfType(type)[0]
    return {
      type: 'object',
      ...(properties.length > 0 && { properties: Object.fromEntries(properties.sort(byName)) }),
      ...(required.length > 0 && { required: required.sort() }),
      additionalProperties: index ? convert(index.type, `${at}[…]`, inside) : false,
    }
  }
}

const byName = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

const isUndefined = ({ flags }: ts.Type) => (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0

function simpleSchema(type: ts.Type): Schema | undefined {
  const { flags } = type
  // Hono's name for `unknown` after `JSON.stringify`.
  if (flags & ts.TypeFlags.Unknown || type.aliasSymbol?.name === 'JSONValue') return {}
  if (flags & ts.TypeFlags.Null) return { type: 'null' }
  if (type.isStringLiteral()) return { const: type.value }
  if (type.isNumberLiteral()) return { const: type.value }
  if (flags & ts.TypeFlags.BooleanLiteral)
    return { const: 'intrinsicName' in type && type.intrinsicName === 'true' }
  if (flags & ts.TypeFlags.StringLike) return { type: 'string' }
  if (flags & ts.TypeFlags.NumberLike) return { type: 'number' }
  return undefined
}

/** One schema for the members of a union: literals become one `enum`, and `null` a second type where that says it. */
function joined(members: readonly Schema[]): Schema {
  const literals = members.flatMap(({ const: value }) => (value === undefined ? [] : [value]))
  const isBoolean = literals.includes(true) && literals.includes(false)
  const values = literals.filter((value) => !isBoolean || typeof value !== 'boolean').sort(byText)
  const others = members.filter((member) => !('const' in member)).concat(isBoolean ? { type: 'boolean' } : [])
  const hasNull = others.some(({ type }) => type === 'null')
  const [only, ...more] = others.filter(({ type }) => type !== 'null')
  if (values.length === 0 && only && more.length === 0 && hasNull && typeof only.type === 'string') {
    return { ...only, type: [only.type, 'null'] }
  }
  if (!only) {
    const all = hasNull ? [...values, null] : values
    return all.length === 1 ? { const: all[0] } : { enum: all }
  }
  const alternatives = [
    ...[only, ...more].sort(byText),
    ...(values.length === 1 ? [{ const: values[0] }] : []),
    ...(values.length > 1 ? [{ enum: values }] : []),
    ...(hasNull ? [{ type: 'null' }] : []),
  ]
  return alternatives.length === 1 ? only : { anyOf: alternatives }
}

function byText(one: unknown, other: unknown): number {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  return first === second ? 0 : first < second ? -1 : 1
}
