import type { Client } from '@libsql/client/web'
import { Secret } from 'otpauth'
import { sha256 } from '#api/platform/hash.ts'
import type { Role } from '#domain/account.ts'
import { PASSWORD, PASSWORD_HASH } from '#tests/support/password.ts'
import { someone } from './shop.ts'

export type Person = { id: string; email: string; password: string; secret: string; recoveryCode: string }

/**
 * A user for one test, inserted into the database, so that no other session ends and no other sign-in has to wait.
 * @param secondFactor whether theirs is on; then `secret` and `recoveryCode` are good
 */
export async function addPerson(
  database: Client,
  { role = 'admin', secondFactor = false }: { role?: Role; secondFactor?: boolean } = {},
): Promise<Person> {
  const id = crypto.randomUUID()
  const email = someone()
  const now = new Date().toISOString()
  const secret = new Secret({ size: 20 }).base32
  const recoveryCode = '7K3M-9QXZ-7K3M-9QXZ'
  const second = secondFactor ? [secret, now] : [null, null]
  await database.batch([
    {
      sql: 'insert into users (id, email, password_hash, role, totp_secret, totp_enabled_at, version, created_at, updated_at) values (?, ?, ?, ?, ?, ?, 1, ?, ?)',
      args: [id, email, PASSWORD_HASH, role, ...second, now, now],
    },
    {
      sql: 'insert into recovery_codes (code_hash, user_id, created_at) values (?, ?, ?)',
      args: [await sha256(`${id}:${recoveryCode}`), id, now],
    },
  ])
  return { id, email, password: PASSWORD, secret, recoveryCode }
}

/** Ends every session of a user, as if signed out from another browser. */
export async function endSessions(database: Client, { id }: Pick<Person, 'id'>): Promise<void> {
  await database.execute({
    sql: 'update sessions set revoked_at = ? where user_id = ?',
    args: [new Date().toISOString(), id],
  })
}
