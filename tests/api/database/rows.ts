import { nextNumber } from '#tests/support/row-kit.ts'
import { partsOf, type Values } from './kinds.ts'
import { type Column, type Table, tableOf } from './schema.ts'

// Valid rows, made of the schema.

/** A row as the database keeps it: flags as 1 and 0, JSON as text. */
export type StoredRow = { table: string; values: Values }

/** Values of columns that a CHECK of no known kind is about: those that go with the defaults of the others. */
const SAMPLES: Record<string, (n: number) => string> = {
  'outbox.recipient': (n) => `${n}@example.com`,
}

/** The n-th value of a column that has to be given. */
function sampleOf(column: Column, n: number): Values[string] {
  const { table, name, source } = column
  const part = partOf(column)
  if (part) return part.sample(n)
  const sample = SAMPLES[`${table}.${name}`]
  if (sample) return sample(n)
  if (source.dataType === 'json') return '{}'
  if (source.dataType === 'number') return n
  return source.enumValues?.[n % source.enumValues.length] ?? `${table}.${name} ${n}`
}

/** The n-th of some different values of a column. */
export function anotherOf(column: Column, n: number): Values[string] {
  return partOf(column)?.allows[n] ?? sampleOf(column, n)
}

function partOf({ table, name }: Column) {
  const parts = tableOf(table).checks.flatMap((check) => partsOf(check) ?? [])
  return parts.find(({ column }) => column.name === name)
}

/** The value of a column when nobody says otherwise; null: there is none. */
export function defaultOf({ source }: Column): Values[string] {
  return source.default == null ? null : (source.mapToDriverValue(source.default) as Values[string])
}

/** A new row that points at nothing, with null wherever it may be. */
export function rowOf(table: Table): Values {
  const n = nextNumber(`row of ${table.name}`)
  return Object.fromEntries(
    table.columns.map((column) => {
      const { name, source } = column
      // The first of a list goes with the null of the other columns.
      const given = source.enumValues?.[0] ?? sampleOf(column, n)
      return [name, defaultOf(column) ?? (source.notNull ? given : null)]
    }),
  )
}

/** A new row that points, wherever it can, at rows of its own, which stand before it. */
export function familyOf(table: Table): StoredRow[] {
  const values = rowOf(table)
  const parents = table.references.flatMap(({ columns, parent, parentColumns }) => {
    const family = familyOf(tableOf(parent))
    const { values: target } = lastOf(family)
    for (const [at, column] of columns.entries()) values[column] = target[parentColumns[at] ?? ''] ?? null
    return family
  })
  return [...parents, { table: table.name, values }]
}

export function lastOf(family: StoredRow[]): StoredRow {
  const row = family.at(-1)
  if (!row) throw new Error('A family has a row')
  return row
}

/** The statement that inserts a row just as it is given. */
export function insertOf({ table, values }: StoredRow) {
  const names = Object.keys(values).map((name) => `"${name}"`)
  const marks = names.map(() => '?').join(', ')
  const given = names.length === 0 ? 'DEFAULT VALUES' : `(${names.join(', ')}) VALUES (${marks})`
  return { sql: `INSERT INTO "${table}" ${given}`, args: Object.values(values) }
}
