import { createClient } from '@libsql/client/web'
import { eq, sql } from 'drizzle-orm'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { hashPassword, verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { seed } from '#drizzle/seed/seed.ts'
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

/**
 * Makes the first admin, or gives an existing one the password that the environment asks for.
 * A password that was changed in the shop stays changed as long as ADMIN_PASSWORD is not set.
 * @param now ISO instant for the stamps
 */
async function ensureAdmin(
  db: LibSQLDatabase<Record<string, never>>,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
  now: string,
): Promise<void> {
  const { adminEmail: email, adminPassword: password } = secrets
  const deps = { hashing: createHashingQueue() }
  const [known] = await db.select().from(users).where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
  if (!known) {
    const passwordHash = await hashPassword(deps, 'known', password)
    const id = crypto.randomUUID()
    await db.insert(users).values({ id, email, passwordHash, role: 'admin', createdAt: now, updatedAt: now })
    return
  }
  if (!env['ADMIN_PASSWORD'] || (await verifyPassword(deps, 'known', password, known.passwordHash ?? '')))
    return
  const passwordHash = await hashPassword(deps, 'known', password)
  await db.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, known.id))
}
