import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { CHECKS, UNIQUES } from './rules/all.ts'
import { COLUMNS } from './rules/columns.ts'
import { FOREIGN_KEYS, PARENT_KEYS } from './rules/foreign-keys.ts'
import { PRIMARY_KEYS } from './rules/primary-keys.ts'
import type { Structure } from './structure.ts'

/**
 * Compares a database with the cases: rules that no case tries to break, and rules that the cases name and the database
 * does not hold, both in words.
 */
export function coverage(structure: Structure): { unproved: string[]; outdated: string[] } {
  const held = new Set(heldBy(structure))
  const proved = new Set(PROVED)
  return {
    unproved: [...held].filter((rule) => !proved.has(rule)),
    outdated: [...proved].filter((rule) => !held.has(rule)),
  }
}

function heldBy(structure: Structure): string[] {
  const { tables, columns, checks, indexes, primaryKeys, foreignKeys, others } = structure
  return [
    ...tables.map((table) => `table ${table}`),
    ...columns.filter((column) => !column.required).map(({ table, name }) => `optional ${table}.${name}`),
    ...columns
      .filter((column) => column.byDefault !== null)
      .map(({ table, name }) => `default of ${table}.${name}`),
    ...checks.map(({ table, name }) => `check ${name} on ${table}`),
    ...indexes.filter((index) => index.unique).map(({ table, name }) => `unique ${name} on ${table}`),
    ...primaryKeys.map((key) => `primary key ${key.table}(${key.columns.join(', ')})`),
    ...foreignKeys.map((key) => `foreign key ${key}`),
    ...others.map((name) => `trigger or view ${name}`),
  ]
}

const PROVED = [
  ...COLUMNS.flatMap(({ name, optional, defaults }) => [
    `table ${name}`,
    ...optional.map((field) => `optional ${name}.${toSnakeCase(field)}`),
    ...Object.keys(defaults).map((field) => `default of ${name}.${toSnakeCase(field)}`),
  ]),
  ...CHECKS.map(({ rule, table }) => `check ${rule} on ${getTableName(table)}`),
  ...UNIQUES.map(({ rule, table }) => `unique ${rule} on ${getTableName(table)}`),
  ...PARENT_KEYS.map(({ rule, table }) => `unique ${rule} on ${getTableName(table)}`),
  ...PRIMARY_KEYS.map(({ rule }) => `primary key ${rule}`),
  ...FOREIGN_KEYS.map(({ rule }) => `foreign key ${rule}`),
]
