import Database from 'libsql'
import type { Values } from './kinds.ts'
import { insertOf, rowOf, type StoredRow } from './rows.ts'
import type { Table } from './schema.ts'

/** A database in memory, made by these statements. Foreign keys are off. */
export function openMemory(...statements: string[]) {
  const database = new Database(':memory:')
  database.exec(['PRAGMA foreign_keys = OFF', ...statements].join(';\n'))
  /** @returns why the database refused; null: it did not */
  const run = (sql: string, args: Values[string][]) => {
    try {
      database.prepare(sql).run(args)
      return null
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }
  const insert = (row: StoredRow) => {
    const { sql, args } = insertOf(row)
    return run(sql, args)
  }
  return {
    insert,
    /** Inserts a generated row with some other values. */
    insertWith: (table: Table, values: Values) =>
      insert({ table: table.name, values: { ...rowOf(table), ...values } }),
    update: (table: string, of: Values, changes: Values) => {
      const set = Object.keys(changes).map((name) => `"${name}" = ?`)
      const args = [...Object.values(changes), ...Object.values(of)]
      return run(`UPDATE "${table}" SET ${set.join(', ')} WHERE ${matching(of)}`, args)
    },
    remove: (table: string, of: Values) =>
      run(`DELETE FROM "${table}" WHERE ${matching(of)}`, Object.values(of)),
    count: (table: string, of: Values) =>
      database.prepare(`SELECT 1 FROM "${table}" WHERE ${matching(of)}`).all(Object.values(of)).length,
    /** True if the last row has these values as they were given: not rounded, trimmed or of another type. */
    endsWith: ({ name }: Table, values: Values) =>
      Object.entries(values).every(([column, value]) => {
        const last = `SELECT "${column}" FROM "${name}" ORDER BY rowid DESC LIMIT 1`
        return database.prepare(last).pluck().all()[0] === value
      }),
  }
}

function matching(values: Values): string {
  return Object.keys(values)
    .map((name) => `"${name}" IS ?`)
    .join(' AND ')
}
