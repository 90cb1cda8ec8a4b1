import { CASES } from './cases.ts'
import { NOT_FLAGS, NOT_JSON_OBJECTS, NOT_WHOLE, otherThan, partsOf, type Values } from './kinds.ts'
import { openMemory } from './memory.ts'
import { createTable, isCheck, type Migrated, type TableSql } from './migrated.ts'
import { anotherOf, defaultOf, familyOf, lastOf, rowOf } from './rows.ts'
import { type Check, type Column, type Reference, tableOf, type Unique } from './schema.ts'

// Each function tries one rule of the schema on a table of the given SQL, in memory, without the rules that could
// refuse a row in its place. It returns where the table does not keep the rule, in words.

export function* checkFailures(check: Check, { definitions }: TableSql): Generator<string> {
  const cases = casesOf(check)
  if (!cases) return yield 'has no cases: it is of no kind in kinds.ts, and cases.ts lacks it'
  const table = tableOf(check.table)
  const alone = definitions.filter((one) => !isCheck(one) || one.includes(`"${check.name}"`))
  const database = openMemory(createTable(table.name, alone))
  for (const values of cases.refuses) {
    const reason = database.insertWith(table, values)
    if (!isRefusal(reason, check)) yield `does not refuse ${inWords(values)}`
  }
  for (const values of cases.allows) {
    const isTaken = database.insertWith(table, values) === null && database.endsWith(table, values)
    if (!isTaken) yield `does not take ${inWords(values)}`
  }
  const whole = openMemory(createTable(table.name, definitions))
  for (const values of CASES[check.name]?.allows ?? []) {
    const reason = whole.insertWith(table, values)
    if (reason !== null) yield `takes ${inWords(values)}, but ${reason}`
  }
}

function casesOf(check: Check): { refuses: Values[]; allows: Values[] } | null {
  const parts = partsOf(check)
  if (!parts) return CASES[check.name] ?? null
  return {
    refuses: parts.flatMap(({ column, refuses }) => refuses.map((value) => ({ [column.name]: value }))),
    allows: parts.flatMap(({ column, allows }) =>
      [...allows, ...(column.source.notNull ? [] : [null])].map((value) => ({ [column.name]: value })),
    ),
  }
}

function isRefusal(reason: string | null, { name }: Check): boolean {
  // SQLite refuses the word "now" in a column of dates in its own way.
  const asksTheClock = reason?.startsWith('non-deterministic use of date() in a CHECK') ?? false
  return asksTheClock || reason === `CHECK constraint failed: ${name}`
}

/** Tries values that the column's type in Drizzle leaves out, on the table with all of its CHECKs. */
export function* typeFailures(column: Column, { definitions }: TableSql): Generator<string> {
  const table = tableOf(column.table)
  const { dataType, enumValues } = column.source
  // The table that it points at has the list.
  if (table.references.some(({ columns }) => columns.includes(column.name))) return
  const list = enumValues ? otherThan(enumValues) : []
  const wrong = { number: NOT_WHOLE, boolean: NOT_FLAGS, json: NOT_JSON_OBJECTS }[String(dataType)] ?? list
  const database = openMemory(createTable(table.name, definitions))
  for (const value of wrong) {
    const values = { [column.name]: value }
    if (database.insertWith(table, values) === null) yield `does not refuse ${inWords(values)}`
  }
}

/** Tries null, and a row that does not name the column. */
export function* nullFailures(column: Column, { definitions }: TableSql): Generator<string> {
  const table = tableOf(column.table)
  const { name, source } = column
  const database = openMemory(createTable(table.name, withoutChecks(definitions)))
  const { [name]: _, ...without } = rowOf(table)
  const reason = database.insertWith(table, { [name]: null })
  const isRefused = reason === `NOT NULL constraint failed: ${table.name}.${name}`
  if (isRefused !== source.notNull) yield `${isRefused ? 'refuses' : 'takes'} null`
  const byDefault = defaultOf(column)
  const isOptional = byDefault !== null || !source.notNull
  const isTaken = database.insert({ table: table.name, values: without }) === null
  if (isTaken !== isOptional) yield `${isTaken ? 'need not' : 'has to'} be given`
  if (isTaken && !database.endsWith(table, { [name]: byDefault })) yield `has not the default ${byDefault}`
}

export function* uniqueFailures(unique: Unique, { definitions, indexes }: TableSql): Generator<string> {
  const table = tableOf(unique.table)
  const condition = readCondition(unique)
  if (!condition) return yield `has a condition that these tests cannot read: ${unique.where}`
  const names = unique.keys.map(({ column }) => column)
  const primary = table.uniques[0]?.keys.map(({ column }) => column) ?? []
  const columns = table.columns.filter(({ name }) => names.includes(name))
  const another = (column: Column, n: number) => ({ [column.name]: anotherOf(column, n) })
  const key: Values = Object.assign(
    { ...condition.within[0] },
    ...columns.map((column) => another(column, 1)),
  )
  const create = createTable(table.name, withoutChecks(definitions))
  /** True if the second of two rows with the same key is refused. */
  const isRefused = (first: Values, second: Values) => {
    const database = openMemory(create, indexes.get(unique.name) ?? '')
    if (database.insertWith(table, { ...key, ...first })) throw new Error('The first row must be taken')
    return database.insertWith(table, { ...key, ...second })?.startsWith('UNIQUE') ?? false
  }
  const refused: [Values, Values][] = [
    [{}, {}],
    ...unique.keys
      .filter(({ anyCase }) => anyCase)
      .map(({ column }): [Values, Values] => [{ [column]: 'Sam@Acme.com' }, { [column]: 'sAM@aCME.COM' }]),
    ...condition.within.flatMap((values): [Values, Values][] => [
      [{}, values],
      [values, {}],
    ]),
  ]
  const taken: [Values, Values][] = [
    ...columns
      // The same primary key would be refused for itself.
      .filter(({ name }) => primary.includes(name) || !primary.every((one) => names.includes(one)))
      .map((column): [Values, Values] => [{}, another(column, 2)]),
    ...columns
      .filter(({ source }) => !source.notNull)
      .map(({ name }): [Values, Values] => [{ [name]: null }, { [name]: null }]),
    ...condition.beyond.flatMap((values): [Values, Values][] => [
      [values, {}],
      [{}, values],
      [values, values],
    ]),
  ]
  const pair = (rows: [Values, Values]) => `(${rows.map(inWords).join('), (')})`
  for (const rows of refused) if (!isRefused(...rows)) yield `does not refuse ${pair(rows)}`
  for (const rows of taken) if (isRefused(...rows)) yield `does not take ${pair(rows)}`
}

/** @returns values that put a row into a partial index, and values that keep it out; null: it is unreadable */
function readCondition({ table, where }: Unique): { within: Values[]; beyond: Values[] } | null {
  const within: Values[] = []
  const beyond: Values[] = []
  for (const condition of where?.split(' and ') ?? []) {
    const [, missing] = /^(\w+) is null$/.exec(condition) ?? []
    const [, listing, unequal, list] = /^(\w+) (?:(<>)|in) (\(?'[^()]+'\)?)$/.exec(condition) ?? []
    const column = tableOf(table).columns.find(({ name }) => name === (missing ?? listing))
    if (!column) return null
    if (missing) beyond.push({ [missing]: anotherOf(column, 1) })
    for (const value of listing ? (column.source.enumValues ?? []) : []) {
      const isWithin = list?.includes(`'${value}'`) !== Boolean(unequal)
      const values = isWithin ? within : beyond
      values.push({ [column.name]: value })
    }
  }
  return { within, beyond }
}

const REFUSED = 'FOREIGN KEY constraint failed'

/** Tries a foreign key among all tables. */
export function* referenceFailures(reference: Reference, migrated: Migrated): Generator<string> {
  const { table, columns, parent, parentColumns, onDelete } = reference
  const tables = [...migrated].flatMap(([name, { definitions, indexes }]) => [
    createTable(name, withoutChecks(definitions)),
    ...indexes.values(),
  ])
  const database = openMemory(...tables, 'PRAGMA foreign_keys = ON')
  const families = [familyOf(tableOf(table)), familyOf(tableOf(table)), familyOf(tableOf(table))]
  const [values = {}, bystander = {}, dangling = {}] = families.map((family) => lastOf(family).values)
  for (const row of families.flat().filter((one) => one.values !== dangling)) {
    const reason = database.insert(row)
    if (reason !== null) return yield `a row of ${row.table}: ${reason}`
  }
  for (const name of columns) {
    const nowhere = { [name]: typeof values[name] === 'number' ? 1 : 'nowhere' }
    const row = { table, values: { ...dangling, ...nowhere } }
    if (database.insert(row) !== REFUSED) yield `does not refuse ${inWords(nowhere)}`
    if (database.update(table, values, nowhere) !== REFUSED) yield `lets ${inWords(nowhere)} be set`
  }
  if (database.insert({ table, values: dangling }) !== null) yield 'does not take another row'
  const key = parentColumns.map((name, at) => [name, values[columns[at] ?? ''] ?? null] as const)
  const target: Values = Object.fromEntries(key)
  for (const [name] of key) {
    if (database.update(parent, target, { [name]: 1 }) !== REFUSED) yield `lets ${name} of its target change`
  }
  const reason = database.remove(parent, target)
  const isStored = (row: Values) => database.count(table, row) === 1
  if (onDelete === 'cascade') {
    if (reason !== null || isStored(values)) yield 'does not go with its target'
  } else if (onDelete === 'set null') {
    const forgetful = { ...values, ...Object.fromEntries(columns.map((name) => [name, null])) }
    if (reason !== null || !isStored(forgetful)) yield 'does not forget its target'
  } else {
    if (reason !== REFUSED || !isStored(values)) yield 'does not hold its target'
    database.remove(table, values)
    if (database.remove(parent, target) !== null) yield 'holds its target when it is gone itself'
  }
  if (!isStored(bystander)) yield 'is changed with the target of another'
}

function withoutChecks(definitions: string[]): string[] {
  return definitions.filter((definition) => !isCheck(definition))
}

function inWords(values: Values): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const text = JSON.stringify(value)
      return `${name} ${text.length > 40 ? `of ${[...String(value)].length} characters` : text}`
    })
    .join(', ')
}
