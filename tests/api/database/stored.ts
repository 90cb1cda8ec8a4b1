import type { InValue, Transaction } from '@libsql/client'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openTestDatabase } from '#tests/support/database.ts'
import type { Values } from './rules/rule.ts'

/** A row as the database keeps it (flags as 1 and 0, JSON as text), by the field names of the schema. */
export type StoredRow = { table: SQLiteTable; values: Values }

/** A row of the schema's types as the database keeps it. */
export function stored<T extends SQLiteTable>(table: T, row: T['$inferInsert']): StoredRow {
  const values: Record<string, unknown> = row
  return {
    table,
    values: Object.fromEntries(
      Object.entries(getTableColumns(table)).map(([field, column]) => {
        const value = values[field]
        return [field, value == null ? null : (column.mapToDriverValue(value) as InValue)]
      }),
    ),
  }
}

/** Runs something in a transaction of a database of its own that is then undone. */
export type Aside = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** Opens a database whose tests leave no trace in it. */
export async function openAside(): Promise<{ aside: Aside; close(): Promise<void> }> {
  const { client, close } = await openTestDatabase()
  return {
    close,
    aside: async (work) => {
      const tx = await client.transaction('write')
      try {
        return await work(tx)
      } finally {
        tx.close()
      }
    },
  }
}

/** A transaction, or a client. */
type Executor = Pick<Transaction, 'execute'>

/** Inserts a row just as it is given. @throws what the database throws */
export async function insert(tx: Executor, { table, values }: StoredRow): Promise<void> {
  const fields = Object.keys(values)
  const names = fields.map((field) => `"${toSnakeCase(field)}"`).join(', ')
  const marks = fields.map(() => '?').join(', ')
  await tx.execute({
    sql: `INSERT INTO "${getTableName(table)}" (${names}) VALUES (${marks})`,
    args: Object.values(values),
  })
}

/** Inserts rows one after the other. @throws what the database throws */
export async function insertAll(tx: Executor, rows: StoredRow[]): Promise<void> {
  for (const row of rows) await insert(tx, row)
}

/** Changes the rows that have `where`'s values. @returns how many there were @throws what the database throws */
export async function update(
  tx: Transaction,
  table: SQLiteTable,
  where: Values,
  changes: Values,
): Promise<number> {
  const set = Object.keys(changes).map((field) => `"${toSnakeCase(field)}" = ?`)
  const { rowsAffected } = await tx.execute({
    sql: `UPDATE "${getTableName(table)}" SET ${set.join(', ')} WHERE ${condition(where)}`,
    args: [...Object.values(changes), ...Object.values(where)],
  })
  return rowsAffected
}

/** Deletes the rows that have `where`'s values. @returns how many there were @throws what the database throws */
export async function remove(tx: Transaction, table: SQLiteTable, where: Values): Promise<number> {
  const { rowsAffected } = await tx.execute({
    sql: `DELETE FROM "${getTableName(table)}" WHERE ${condition(where)}`,
    args: Object.values(where),
  })
  return rowsAffected
}

/** The rows that have `where`'s values, by the field names of the schema. */
export async function find(tx: Transaction, table: SQLiteTable, where: Values): Promise<Values[]> {
  const { rows } = await tx.execute({
    sql: `SELECT * FROM "${getTableName(table)}" WHERE ${condition(where)}`,
    args: Object.values(where),
  })
  return rows.map((row) =>
    Object.fromEntries(
      Object.keys(getTableColumns(table)).map((field) => [field, row[toSnakeCase(field)] ?? null]),
    ),
  )
}

function condition(where: Values): string {
  return Object.keys(where)
    .map((field) => `"${toSnakeCase(field)}" IS ?`)
    .join(' AND ')
}
