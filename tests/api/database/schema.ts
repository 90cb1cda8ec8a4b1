import { readdir } from 'node:fs/promises'
import { is, SQL } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, type SQLiteColumn, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'

// The schema as Drizzle has it, with the names of the database: the tests of this folder are made of it.

const files = (await readdir(new URL('../../../drizzle/schema', import.meta.url))).sort()
const modules = files.map((file) => import(`../../../drizzle/schema/${file.replace('.ts', '')}.ts`))

/** Everything that the files of drizzle/schema export. */
export const SCHEMA: Record<string, unknown> = Object.assign({}, ...(await Promise.all(modules)))

export type Column = { table: string; name: string; source: SQLiteColumn }
export type Check = { table: string; name: string; condition: string }
export type Unique = {
  table: string
  /** A primary key's is written `users(id)`. */
  name: string
  /** `anyCase`: `lower(column)` is what must be unique. */
  keys: { column: string; anyCase: boolean }[]
  /** The rows that it is about; null: all. */
  where: string | null
}
export type Reference = {
  table: string
  columns: string[]
  parent: string
  parentColumns: string[]
  onDelete: string
}
export type Table = {
  name: string
  columns: Column[]
  checks: Check[]
  uniques: Unique[]
  references: Reference[]
}

/** Every table of the schema. */
export const TABLES: Table[] = Object.values(SCHEMA)
  .filter((one) => is(one, SQLiteTable))
  .map(readTable)

/** @throws when the schema has no such table */
export function tableOf(name: string): Table {
  const table = TABLES.find((one) => one.name === name)
  if (!table) throw new Error(`No table ${name}`)
  return table
}

function readTable(source: SQLiteTable): Table {
  const config = getTableConfig(source)
  const table = config.name
  const inKey = (columns: SQLiteColumn[]) =>
    columns.map((column) => ({ column: nameOf(column), anyCase: false }))
  const [composite] = config.primaryKeys
  const primary = inKey(composite?.columns ?? config.columns.filter((column) => column.primary))
  const constraints = [
    { name: `${table}(${primary.map(({ column }) => column).join(', ')})`, keys: primary },
    ...config.columns
      .filter((column) => column.isUnique)
      .map((column) => ({ name: String(column.uniqueName), keys: inKey([column]) })),
    ...config.uniqueConstraints.map((one) => ({ name: String(one.getName()), keys: inKey(one.columns) })),
  ]
  const indexes = config.indexes.filter((index) => index.config.unique).map((index) => index.config)
  return {
    name: table,
    columns: config.columns.map((column) => ({ table, name: nameOf(column), source: column })),
    checks: config.checks.map(({ name, value }) => ({ table, name, condition: textOf(value) })),
    uniques: [
      ...constraints.map((constraint) => ({ table, ...constraint, where: null })),
      ...indexes.map(({ name, columns, where }) => ({
        table,
        name,
        keys: columns.map(readKey),
        where: where ? textOf(where) : null,
      })),
    ],
    references: config.foreignKeys.map((key) => {
      const { columns, foreignTable, foreignColumns } = key.reference()
      return {
        table,
        columns: columns.map(nameOf),
        parent: getTableConfig(foreignTable).name,
        parentColumns: foreignColumns.map(nameOf),
        onDelete: key.onDelete ?? 'no action',
      }
    }),
  }
}

function readKey(part: SQLiteColumn | SQL): Unique['keys'][number] {
  if (!is(part, SQL)) return { column: nameOf(part), anyCase: false }
  const [, column] = /^lower\((\w+)\)$/.exec(textOf(part)) ?? []
  if (!column) throw new Error(`A unique index of ${textOf(part)}, which these tests cannot read`)
  return { column, anyCase: true }
}

function nameOf(column: SQLiteColumn): string {
  return column.keyAsName ? toSnakeCase(column.name) : column.name
}

function textOf(condition: SQL): string {
  return new SQLiteSyncDialect({ casing: 'snake_case' }).sqlToQuery(condition).sql
}
