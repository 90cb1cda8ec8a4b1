import type { Transaction } from '@libsql/client'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { fresh } from './fresh.ts'
import { UNIQUES } from './rules/all.ts'
import { PRIMARY_KEYS } from './rules/primary-keys.ts'
import type { Pair, UniqueRule } from './rules/rule.ts'
import { insert, insertAll, openAside, update } from './stored.ts'
import { readStructure } from './structure.ts'

// Every unique index and primary key, tried with an INSERT and with an UPDATE of a row that was no double.

const { aside, close } = await openAside()
afterAll(close)
const messages = await readMessages()

describe.each([...UNIQUES, ...PRIMARY_KEYS])('$rule', ({ rule, table, refuses, allows }) => {
  const refusal = { message: `SQLITE_CONSTRAINT: UNIQUE constraint failed: ${messages.get(rule)}` }

  test.each(Object.entries(refuses))('refuses %s', async (_, pair) => {
    await aside(async (tx) => {
      const { first, second, plain, changes } = await prepare(tx, table, pair)
      await insert(tx, first)
      await expect(insert(tx, second)).rejects.toMatchObject(refusal)
      await insert(tx, plain)
      await expect(update(tx, table, plain.values, changes)).rejects.toMatchObject(refusal)
    })
  })

  test.each(Object.entries(allows))('allows %s', async (_, pair) => {
    await aside(async (tx) => {
      const { first, second } = await prepare(tx, table, pair)
      await insert(tx, first)
      await insert(tx, second)
    })
  })
})

/** Two rows as a case wants them, the second also without the changes; what they point at is stored. */
async function prepare(tx: Transaction, table: UniqueRule['table'], [ofFirst, ofSecond]: Pair) {
  const [one, other] = [fresh(table), fresh(table)]
  await insertAll(tx, [...one.parents, ...other.parents])
  const first = { table, values: { ...one.row.values, ...ofFirst } }
  const changes = typeof ofSecond === 'function' ? ofSecond(first.values) : ofSecond
  return { first, second: { table, values: { ...other.row.values, ...changes } }, plain: other.row, changes }
}

/** SQLite's name of each rule in a refusal: the columns, or the index where an expression is in it. */
async function readMessages(): Promise<Map<string, string>> {
  const database = await openTestDatabase()
  const { indexes, primaryKeys } = await readStructure(database.client)
  await database.close()
  const inWords = (table: string, columns: string[]) =>
    columns.map((column) => `${table}.${column}`).join(', ')
  return new Map([
    ...indexes.map(({ table, name, columns }): [string, string] => {
      const plain = columns.filter((column) => column !== null)
      return [name, plain.length === columns.length ? inWords(table, plain) : `index '${name}'`]
    }),
    ...primaryKeys.map(({ table, columns }): [string, string] => [
      `${table}(${columns.join(', ')})`,
      inWords(table, columns),
    ]),
  ])
}
