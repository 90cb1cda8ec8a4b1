import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { AppError } from '#api/errors.ts'
import { removeSecondFactorOf } from '#api/staff/service.ts'
import { openDatabase } from './open-database.ts'

// npm run remove-factor -- you@example.com: removes a lost second factor when no other admin is
// there to do it. Works on the database that DATABASE_URL names, else on the copy on PORT, running or not.
const [email] = process.argv.slice(2)
if (!email) {
  console.error('Give the email of the account: npm run remove-factor -- you@example.com')
  process.exit(1)
}
const { url, authToken, close } = await openDatabase()
const client = createClient({ url, ...(authToken ? { authToken } : {}) })
try {
  const deps = {
    db: drizzle(client, { casing: 'snake_case' }),
    clock: { now: () => new Date() },
    log: () => {},
  }
  await removeSecondFactorOf(deps, { email }, null)
  console.log(`Two-factor authentication removed for ${email}. They can sign in with their password alone.`)
} catch (error) {
  if (!(error instanceof AppError)) throw error
  console.error(error.message)
  process.exitCode = 1
} finally {
  client.close()
  await close()
}
