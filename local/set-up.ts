import type { Client } from '@libsql/client'
import { drizzle } from 'drizzle-orm/libsql'
import { seed } from '#drizzle/seed/seed.ts'
import { onNamedDatabase, ROOT } from './command.ts'
import { PlainError } from './failure.ts'
import { migrateDatabase } from './migrations.ts'

// npm run db:setup: fills the empty database of DATABASE_URL with the states, the markets and their ZIP codes, and the bouquets.
// With --sample-florists: and with florists that do not exist, for a trial.
const SAMPLES = '--sample-florists'
/** Tables with rows in a shop in use; somebody may have been invited before. */
const CONTENT = ['states', 'markets', 'products', 'shops', 'orders', 'waitlist']

await onNamedDatabase(async (client) => {
  const args = process.argv.slice(2)
  const unknown = args.find((arg) => arg !== SAMPLES)
  if (unknown !== undefined) throw new PlainError(`${unknown} is no option of db:setup; ${SAMPLES} is.`)
  const found = await contentOf(client)
  if (found.length > 0) {
    throw new PlainError(
      `This database is in use (${found.join(', ')}), and db:setup fills an empty one only: it would bring back what was deleted. Nothing was changed. For the migrations of a new version: npm run db:migrate`,
    )
  }
  await migrateDatabase(client, ROOT)
  const sampleFlorists = args.includes(SAMPLES)
  await seed(drizzle(client, { casing: 'snake_case' }), new Date().toISOString(), { sampleFlorists })
  console.log(`The database is filled: ${(await contentOf(client)).join(', ')}.`)
  if (!sampleFlorists)
    console.log(
      'It has no florists yet, and its markets take no orders until they have one: add yours in the back office, under Shops.',
    )
})

/** The tables that are not empty, each with its number of rows. */
async function contentOf(client: Client): Promise<string[]> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'table'")
  const tables = CONTENT.filter((table) => rows.some(({ name }) => name === table))
  const counts = await client.batch(
    tables.map((table) => `select count(*) as n from ${table}`),
    'read',
  )
  return tables.flatMap((table, at) => {
    const n = Number(counts[at]?.rows[0]?.['n'])
    return n > 0 ? [`${n} ${table}`] : []
  })
}
