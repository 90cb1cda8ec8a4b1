import { getTableColumns } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { afterAll, describe, expect, test } from 'vitest'
import { fresh } from './fresh.ts'
import { COLUMNS } from './rules/columns.ts'
import { find, insert, insertAll, openAside, update } from './stored.ts'

// Every column of every table: what must be given, what may be missing, what is there by default.

const { aside, close } = await openAside()
afterAll(close)

describe.each(COLUMNS)('$name', ({ name, table, optional }) => {
  const required = Object.keys(getTableColumns(table)).filter((field) => !optional.includes(field))

  test.each(required)('refuses a row without %s', async (field) => {
    const refusal = {
      message: `SQLITE_CONSTRAINT: NOT NULL constraint failed: ${name}.${toSnakeCase(field)}`,
    }
    await aside(async (tx) => {
      const { parents, row } = fresh(table)
      await insertAll(tx, parents)
      const without = { ...row.values, [field]: null }
      await expect(insert(tx, { table, values: without })).rejects.toMatchObject(refusal)
      await insert(tx, row)
      await expect(update(tx, table, row.values, { [field]: null })).rejects.toMatchObject(refusal)
    })
  })

  test('allows a row without anything that is optional', async () => {
    await aside(async (tx) => {
      const { parents, row } = fresh(table)
      await insertAll(tx, parents)
      const bare = { ...row.values, ...Object.fromEntries(optional.map((field) => [field, null])) }
      await insert(tx, { table, values: bare })
      expect(await find(tx, table, bare)).toEqual([bare])
    })
  })
})

const WITH_DEFAULTS = COLUMNS.filter(({ defaults }) => Object.keys(defaults).length > 0)

test.each(WITH_DEFAULTS)('$name has the expected default', async ({ table, defaults }) => {
  await aside(async (tx) => {
    const { parents, row } = fresh(table)
    await insertAll(tx, parents)
    const said = Object.fromEntries(Object.entries(row.values).filter(([field]) => !(field in defaults)))
    await insert(tx, { table, values: said })
    expect(await find(tx, table, said)).toEqual([{ ...row.values, ...defaults }])
  })
})
