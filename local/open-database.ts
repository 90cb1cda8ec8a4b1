import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startDatabase } from './database/server.ts'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder, readSecrets } from './settings.ts'

/** The database that a command works on: the one that DATABASE_URL names, else that of the copy on PORT, running or not. */
export async function openDatabase(): Promise<{ url: string; authToken?: string; close(): Promise<void> }> {
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
