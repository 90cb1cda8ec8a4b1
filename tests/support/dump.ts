import type { Client } from '@libsql/client'

/** The tables of the full-text search. Their keys are larger than a number can be. */
const INDEX = /^order_search_(config|content|data|docsize|idx|keys)$/

const ONE_COLUMN = new Set(['delivery_options'])

/** Every row of every table, by the table's name. */
export async function dump({ client }: { client: Client }) {
  const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
  return Promise.all(
    rows
      .map(({ name }) => String(name))
      .filter((table) => !INDEX.test(table))
      .map(async (table) => ({
        table,
        rows: (
          await client.execute(`SELECT * FROM "${table}" ORDER BY ${ONE_COLUMN.has(table) ? '1' : '1, 2'}`)
        ).rows,
      })),
  )
}
