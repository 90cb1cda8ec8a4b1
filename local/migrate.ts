import { onNamedDatabase, ROOT } from './command.ts'
import { migrateDatabase, readMigrations } from './migrations.ts'

// npm run db:migrate: the migrations that the database of DATABASE_URL has not had yet, and what follows them.
await onNamedDatabase(async (client) => {
  const before = await readMigrations(client, ROOT)
  await migrateDatabase(client, ROOT)
  const { applied } = await readMigrations(client, ROOT)
  const ran = applied - before.applied
  console.log(
    ran === 0
      ? `The database is up to date: it has had all ${applied} migrations.`
      : `${ran === 1 ? 'One migration' : `${ran} migrations`} applied; the database has had ${applied}.`,
  )
})
