import fc from 'fast-check'
import { wild } from './wild.ts'

/** Stands in every field that no contract knows; found anywhere afterwards, it was taken. */
export const UNKNOWN_MARK = 'unknown-field-of-the-fuzz'

/** A field that is in the text twice, as JSON, queries and forms allow. */
export class Doubled {
  readonly first: unknown
  readonly second: unknown
  constructor(first: unknown, second: unknown) {
    this.first = first
    this.second = second
  }
}

type Place = { holder: object; key: string }

const HOW = ['other', 'other', 'missing', 'doubled', 'unknown', 'longer', 'wrapped', 'listed'] as const
const NAMES = ['extra', '__proto__', 'constructor', 'toString', 'isAdmin', 'id', 'paymentStatus', 'then']

/** Where and how one thing is changed. */
export const change = fc.record({
  at: fc.nat(),
  how: fc.constantFrom(...HOW),
  value: wild,
  name: fc.constantFrom(...NAMES),
})
export type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

/** The same with one thing changed, somewhere. */
export function changed<T extends object>(tree: T, { at, how, value, name }: Change): T {
  const copy = structuredClone(tree)
  // An item that a list did not have is no unknown field.
  const found = places(copy).filter(({ holder }) => how !== 'unknown' || !Array.isArray(holder))
  const place = found[at % Math.max(found.length, 1)]
  if (!place) return copy
  const { holder, key } = place
  const before: unknown = Reflect.get(holder, key)
  if (how === 'missing') Reflect.deleteProperty(holder, key)
  // Under the name of a field that is there it would be a value of a known field.
  else if (how === 'unknown')
    put(holder, Object.hasOwn(holder, name) ? `${name}-${name}` : name, UNKNOWN_MARK)
  else put(holder, key, otherwise(before, how, value))
  return copy
}

function otherwise(before: unknown, how: Exclude<Change['how'], 'missing' | 'unknown'>, value: unknown) {
  if (how === 'doubled') return new Doubled(before, value)
  if (how === 'longer') return typeof before === 'string' ? before.repeat(3_000).slice(0, 100_000) : value
  if (how === 'wrapped') return { value: before }
  return how === 'listed' ? [before, before] : value
}

/** Sets a field, also `__proto__`, which an assignment would not write. */
function put(holder: object, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

/** Every field and item below the parts of a request. */
function places(tree: object): Place[] {
  return Object.values(tree).flatMap((part) =>
    typeof part === 'object' && part !== null ? within(part as object) : [],
  )
}

function within(holder: object): Place[] {
  return Object.entries(holder).flatMap(([key, value]) => [
    { holder, key },
    ...(typeof value === 'object' && value !== null ? within(value as object) : []),
  ])
}

/** Writes fields as JSON, doubled ones twice. */
export function jsonText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  if (value instanceof Doubled) return jsonText(value.first)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).flatMap(([name, field]) =>
    field instanceof Doubled
      ? [
          [name, field.first],
          [name, field.second],
        ]
      : [[name, field]],
  )
  return `{${entries.map(([name, field]) => `${JSON.stringify(name)}:${jsonText(field)}`).join(',')}}`
}

/** Writes the fields of a query or a form, doubled ones twice. */
export function pairs(fields: object): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] =>
    value instanceof Doubled
      ? [
          [name, plain(value.first)],
          [name, plain(value.second)],
        ]
      : [[name, plain(value)]],
  )
}

/** The text form of a value, for places where only text can be. */
export function plain(value: unknown): string {
  return typeof value === 'string' ? value : jsonText(value)
}
