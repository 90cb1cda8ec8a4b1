import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { seed } from '#drizzle/seed/seed.ts'
import { ensureAdmin } from './first-admin.ts'
import { migrateDatabase } from './migrations.ts'
import type { Secrets } from './settings.ts'

/**
 * Brings the local database up to date: migrations, seeds, the first admin.
 * @param root of the project
 */
export async function prepareDatabase(
  root: string,
  url: string,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const client = createClient({ url, authToken: secrets.databaseToken })
  const db = drizzle(client, { casing: 'snake_case' })
  await migrateDatabase(client, root)
  const now = new Date().toISOString()
  await seed(db, now, { sampleFlorists: true })
  await ensureAdmin(db, secrets, env, now)
  client.close()
}
