import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client/web'
import { drizzle } from 'drizzle-orm/libsql'
import { AppError } from '#api/errors.ts'
import { removeSecondFactorOf } from '#api/staff/service.ts'
import { startDatabase } from './database/server.ts'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder, readSecrets } from './settings.ts'

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

async function openDatabase(): Promise<{ url: string; authToken?: string; close(): Promise<void> }> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
  if (url) return { url, ...(authToken ? { authToken } : {}), close: async () => {} }
  const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
  const ports = portsFrom(process.env['PORT'])
  const folder = dataFolder(root, ports)
  const { databaseToken } = readSecrets(folder)
  const isRunning = !(await isFree(ports.database))
  if (isRunning) {
    return { url: `http://127.0.0.1:${ports.database}`, authToken: databaseToken, close: async () => {} }
  }
  mkdirSync(join(folder, 'data'), { recursive: true })
  const file = join(folder, 'data/shop.db')
  const database = await startDatabase({ file, host: '127.0.0.1', port: 0, authToken: databaseToken })
  return { url: database.url, authToken: databaseToken, close: database.close }
}
