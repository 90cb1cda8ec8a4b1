import { drizzle } from 'drizzle-orm/libsql'
import { linkAddress } from '#api/auth/one-time-links.ts'
import { authKeysOf, fieldFault } from '#api/env.ts'
import { AppError } from '#api/errors.ts'
import { inviteUserRequest } from '#api/staff/schema.ts'
import { addInvitation } from '#api/staff/service.ts'
import { SITE } from '#domain/site.ts'
import { onNamedDatabase, ROOT } from './command.ts'
import { PlainError } from './failure.ts'
import { migrateDatabase, readMigrations } from './migrations.ts'

// npm run invite-admin -- you@example.com: invites an admin, the first one or another, and prints the link of the invitation.
await onNamedDatabase(async (client) => {
  const [email, ...others] = process.argv.slice(2)
  const read = inviteUserRequest.safeParse({ email, role: 'admin' })
  if (!read.success || others.length > 0) {
    throw new PlainError('Give one email address: npm run invite-admin -- you@example.com')
  }
  // The email's link is signed by the Worker with the same keys.
  const { AUTH_KEYS = '', SITE_ORIGIN = SITE.address } = process.env
  const fault = fieldFault('AUTH_KEYS', AUTH_KEYS)
  if (fault) throw new PlainError(fault)
  const { applied } = await readMigrations(client, ROOT)
  if (applied === 0) await migrateDatabase(client, ROOT)
  const config = { authKeys: authKeysOf(AUTH_KEYS) }
  const deps = {
    db: drizzle(client, { casing: 'snake_case' }),
    clock: { now: () => new Date() },
    config,
    log: () => {},
  }
  const { token } = await addInvitation(deps, read.data, { userId: null, device: null }).catch(refused)
  console.log(`${read.data.email} is invited as an admin. Choose a password here, within seven days:

  ${linkAddress(SITE_ORIGIN.replace(/\/$/, ''), 'invitation', token)}

The same link goes out by email once the shop runs.`)
})

function refused(error: unknown): never {
  if (!(error instanceof AppError)) throw error
  throw new PlainError(error.issues[0]?.message ?? error.message)
}
