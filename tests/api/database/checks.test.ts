import { afterAll, describe, expect, test } from 'vitest'
import { fresh } from './fresh.ts'
import { CHECKS } from './rules/all.ts'
import { find, insert, insertAll, openAside, update } from './stored.ts'

// Every CHECK, tried with an INSERT and with an UPDATE of a row that was valid.

const { aside, close } = await openAside()
afterAll(close)

describe.each(CHECKS)('$rule', ({ rule, table, refuses, allows }) => {
  const refusal = { message: `SQLITE_CONSTRAINT: CHECK constraint failed: ${rule}` }

  test.each(Object.entries(refuses))('refuses %s', async (_, values) => {
    await aside(async (tx) => {
      const { parents, row } = fresh(table)
      await insertAll(tx, parents)
      await expect(insert(tx, { table, values: { ...row.values, ...values } })).rejects.toMatchObject(refusal)
      await insert(tx, row)
      await expect(update(tx, table, row.values, values)).rejects.toMatchObject(refusal)
    })
  })

  test.each(Object.entries(allows))('allows %s', async (_, values) => {
    await aside(async (tx) => {
      const { parents, row } = fresh(table)
      await insertAll(tx, parents)
      const changed = { ...row.values, ...values }
      await insert(tx, { table, values: changed })
      // As it was given: nothing was rounded, trimmed or turned into another type.
      expect(await find(tx, table, changed)).toEqual([changed])
    })
  })
})
