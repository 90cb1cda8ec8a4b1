import type { Client } from '@libsql/client'

/** Every row of every table, by the table's name. */
export async function dump({ client }: { client: Client }) {
  const { rows } = await client.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
  return Promise.all(
    rows.map(async ({ name }) => ({
      table: String(name),
      rows: (await client.execute(`SELECT * FROM "${name}" ORDER BY 1, 2`)).rows,
    })),
  )
}
