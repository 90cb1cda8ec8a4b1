import { eq, sql } from 'drizzle-orm'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import { hashPassword, verifyPassword } from '#api/auth/password-hash.ts'
import { createHashingQueue } from '#api/platform/hashing-queue.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { adminCredentials, type Secrets } from './settings.ts'

/**
 * Makes the first admin, or gives an existing one the password that the environment asks for.
 * A password that was changed in the shop stays changed as long as ADMIN_PASSWORD is not set.
 * @param now ISO instant for the stamps
 */
export async function ensureAdmin(
  db: LibSQLDatabase<Record<string, never>>,
  secrets: Secrets,
  env: NodeJS.ProcessEnv,
  now: string,
): Promise<void> {
  const { email, password } = adminCredentials(secrets, env)
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
