import type { Transaction } from '@libsql/client'
import { getTableName } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { fresh } from './fresh.ts'
import { FOREIGN_KEYS, type ForeignKey, PARENT_KEYS } from './rules/foreign-keys.ts'
import type { Values } from './rules/rule.ts'
import { find, insert, insertAll, openAside, remove, update } from './stored.ts'

// Every foreign key: it refuses what points at nothing, and does what it should when the other row is deleted.

const { aside, close } = await openAside()
afterAll(close)

const REFUSAL = { message: 'SQLITE_CONSTRAINT: FOREIGN KEY constraint failed' }
const KEYS = FOREIGN_KEYS.map((key) => [key.rule, key] as const)
const FORGETTING = KEYS.filter(([, { onDelete }]) => onDelete === 'set null')
const GOING_ALONG = KEYS.filter(([, { onDelete }]) => onDelete === 'cascade')
const HOLDING = KEYS.filter(([, { onDelete }]) => onDelete === 'restrict' || onDelete === 'no action')

describe.each(KEYS)('%s', (_, key) => {
  const { table, parent, fields, parentFields, dangling } = key

  test.each(Object.entries(dangling))('refuses %s', async (_, values) => {
    await aside(async (tx) => {
      const { parents, row } = fresh(table)
      await insertAll(tx, parents)
      await expect(insert(tx, { table, values: { ...row.values, ...values } })).rejects.toMatchObject(REFUSAL)
      await insert(tx, row)
      await expect(update(tx, table, row.values, values)).rejects.toMatchObject(REFUSAL)
      // The message does not say which key refused. Put off to the end of the transaction, the engine tells.
      await tx.execute('PRAGMA defer_foreign_keys = ON')
      await update(tx, table, row.values, values)
      expect(await violated(tx, getTableName(table))).toEqual(fields.map(toSnakeCase))
    })
  })

  test('allows another existing row', async () => {
    await aside(async (tx) => {
      const { row } = await prepare(tx, key)
      const other = fresh(table)
      await insertAll(tx, other.parents)
      const moved = Object.fromEntries(fields.map((field) => [field, other.row.values[field] ?? null]))
      expect(await update(tx, table, row.values, moved)).toBe(1)
    })
  })

  test('refuses to change a referenced key', async () => {
    await aside(async (tx) => {
      const { target } = await prepare(tx, key)
      const [field = ''] = parentFields
      await expect(update(tx, parent, target, { [field]: 'XX' })).rejects.toMatchObject(REFUSAL)
    })
  })
})

test.each(FORGETTING)('%s: the row stays and its reference becomes null', async (_, key) => {
  await aside(async (tx) => {
    const bystander = await prepare(tx, key)
    const { row, target } = await prepare(tx, key)
    const forgotten = { ...row.values, ...nulls(key) }
    expect(await remove(tx, key.parent, target)).toBe(1)
    expect(await find(tx, key.table, forgotten)).toEqual([forgotten])
    expect(await find(tx, key.table, bystander.row.values)).toHaveLength(1)
  })
})

test.each(FORGETTING)('%s: a new row may have a null reference', async (_, key) => {
  await aside(async (tx) => {
    const { parents, row } = fresh(key.table)
    await insertAll(tx, parents)
    await insert(tx, { table: key.table, values: { ...row.values, ...nulls(key) } })
  })
})

test.each(GOING_ALONG)('%s: the row is deleted too, others stay', async (_, key) => {
  await aside(async (tx) => {
    const bystander = await prepare(tx, key)
    const { row, target } = await prepare(tx, key)
    expect(await remove(tx, key.parent, target)).toBe(1)
    expect(await find(tx, key.table, row.values)).toEqual([])
    expect(await find(tx, key.table, bystander.row.values)).toHaveLength(1)
  })
})

test.each(HOLDING)('%s: refuses the deletion while the row exists', async (_, key) => {
  await aside(async (tx) => {
    const { row, target } = await prepare(tx, key)
    await expect(remove(tx, key.parent, target)).rejects.toMatchObject(REFUSAL)
    expect(await find(tx, key.table, row.values)).toHaveLength(1)
    expect(await find(tx, key.parent, target)).toHaveLength(1)
    await remove(tx, key.table, row.values)
    expect(await remove(tx, key.parent, target)).toBe(1)
  })
})

test.each(PARENT_KEYS)('without $rule no foreign key can reference it', async ({ rule, neededBy }) => {
  const { client, close } = await openTestDatabase()
  const tx = await client.transaction('write')
  const { parents, row } = fresh(neededBy)
  await insertAll(tx, parents)
  await tx.execute(`DROP INDEX ${rule}`)
  await expect(insert(tx, row)).rejects.toThrow('foreign key mismatch')
  tx.close()
  await close()
})

/** A stored row, and what names the one row it points at by this key. */
async function prepare(tx: Transaction, { table, parent, fields, parentFields }: ForeignKey) {
  const { parents, row } = fresh(table)
  await insertAll(tx, [...parents, row])
  const target: Values = Object.fromEntries(
    fields.map((field, at) => [parentFields[at] ?? '', row.values[field] ?? null]),
  )
  expect(await find(tx, parent, target)).toHaveLength(1)
  return { row, target }
}

/** The columns of the foreign keys of a table that do not hold at this moment. */
async function violated(tx: Transaction, table: string): Promise<unknown[]> {
  const { rows } = await tx.execute({
    sql: `SELECT keys."from" FROM pragma_foreign_key_check(?1) AS failed
      JOIN pragma_foreign_key_list(?1) AS keys ON keys.id = failed.fkid ORDER BY failed.fkid, keys.seq`,
    args: [table],
  })
  return rows.map((row) => row['from'])
}

function nulls({ fields }: ForeignKey): Values {
  return Object.fromEntries(fields.map((field) => [field, null]))
}
