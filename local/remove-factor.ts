import { AppError } from '#api/errors.ts'
import { removeSecondFactorOf } from '#api/staff/service.ts'
import { onOpenDatabase } from './open-database.ts'

// npm run remove-factor -- you@example.com: removes a lost second factor when no other admin is
// there to do it. Works on the database that DATABASE_URL names, else on the copy on PORT, running or not.
const [email] = process.argv.slice(2)
if (!email) {
  console.error('Give the email of the account: npm run remove-factor -- you@example.com')
  process.exit(1)
}
await onOpenDatabase(async (db) => {
  try {
    await removeSecondFactorOf({ db, clock: { now: () => new Date() }, log: () => {} }, { email }, null)
    console.log(`Two-factor authentication removed for ${email}. They can sign in with their password alone.`)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
})
