import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { seed } from '#drizzle/seed/seed.ts'

// npm run db:setup: migrations for a real database, named by DATABASE_URL (and DATABASE_AUTH_TOKEN), and the first content
// of a new one.
const url = process.env['DATABASE_URL']
if (!url) {
  console.error('Set DATABASE_URL (and DATABASE_AUTH_TOKEN) to the database to set up.')
  process.exit(1)
}
const authToken = process.env['DATABASE_AUTH_TOKEN']
const db = drizzle(createClient({ url, ...(authToken ? { authToken } : {}) }), { casing: 'snake_case' })
await migrate(db, { migrationsFolder: fileURLToPath(new URL('../drizzle/migrations', import.meta.url)) })
const isNew = await seed(db, new Date().toISOString())
console.log(
  isNew
    ? 'The database is up to date and filled.'
    : 'The database is up to date. It was filled before: nothing was added.',
)
