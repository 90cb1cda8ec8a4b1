import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@libsql/client/web'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { ROOT } from './command.ts'
import { startDatabase } from './database/server.ts'
import { failureText, PlainError } from './failure.ts'
import { isFree, portsFrom } from './ports.ts'
import { dataFolder, readSecrets } from './settings.ts'

/** A database that answers over HTTP. `name`: its host or file, for people. Disposing of it ends what was started for it. */
export type OpenDatabase = AsyncDisposable & { url: string; name: string; authToken?: string }

/**
 * The database that a command works on: the one that DATABASE_URL names, else that of the copy on PORT, running or not.
 * @throws PlainError about an address that cannot be one
 */
export async function openDatabase(): Promise<OpenDatabase> {
  const { DATABASE_URL: address } = process.env
  if (address) {
    const file = fileOf(address)
    if (file && !existsSync(file)) throw new PlainError(`There is no file ${file}.`)
    return openAddress(address)
  }
  const ports = portsFrom(process.env['PORT'])
  const folder = dataFolder(ROOT, ports)
  const { databaseToken } = readSecrets(folder)
  const isRunning = !(await isFree(ports.database))
  if (isRunning) {
    const name = `127.0.0.1:${ports.database}`
    return { url: `http://${name}`, name, authToken: databaseToken, [Symbol.asyncDispose]: async () => {} }
  }
  mkdirSync(join(folder, 'data'), { recursive: true })
  const file = join(folder, 'data/shop.db')
  const database = await startDatabase({ file, host: '127.0.0.1', port: 0, authToken: databaseToken })
  return { url: database.url, name: file, authToken: databaseToken, [Symbol.asyncDispose]: database.close }
}

/** Runs a command on the database that `openDatabase` opens. */
export async function onOpenDatabase(
  work: (db: LibSQLDatabase<Record<string, never>>) => Promise<void>,
): Promise<void> {
  await using database = await openDatabase()
  const { url, authToken } = database
  const client = createClient({ url, ...(authToken ? { authToken } : {}) })
  try {
    await work(drizzle(client, { casing: 'snake_case' }))
  } finally {
    client.close()
  }
}

/**
 * The database at an address. A file is made if it does not exist, and served while it is open.
 * @param address `libsql:`, `https:`, `http:`, or `file:`; its token is DATABASE_AUTH_TOKEN
 * @throws PlainError about an address that cannot be one, or a file that is no database
 */
export async function openAddress(address: string): Promise<OpenDatabase> {
  const file = fileOf(address)
  if (file) {
    const database = await startDatabase({ file, host: '127.0.0.1', port: 0 }).catch((error: unknown) => {
      throw new PlainError(
        `${file} cannot be opened as a database: ${error instanceof Error ? error.message : failureText(error)}.`,
      )
    })
    return { url: database.url, name: file, [Symbol.asyncDispose]: database.close }
  }
  const url = URL.canParse(address) ? new URL(address) : null
  const scheme = url && SCHEMES[url.protocol]
  if (!url?.host || !scheme) {
    // Not the address itself: what was given by mistake may be a token.
    throw new PlainError(
      'This is not the address of a database: it begins with libsql://, https://, http:// or file:',
    )
  }
  const { DATABASE_AUTH_TOKEN } = process.env
  const authToken = DATABASE_AUTH_TOKEN || url.searchParams.get('authToken')
  return {
    url: `${url.searchParams.get('tls') === '0' ? 'http' : scheme}://${url.host}${url.pathname.replace(/\/$/, '')}`,
    name: url.host,
    ...(authToken && { authToken }),
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The protocol by which a database is asked, by the scheme of its address. */
const SCHEMES: Record<string, 'https' | 'http'> = {
  'libsql:': 'https',
  'https:': 'https',
  'wss:': 'https',
  'http:': 'http',
  'ws:': 'http',
}

function fileOf(address: string): string | null {
  if (address.startsWith('file://')) return fileURLToPath(address)
  return address.startsWith('file:') ? address.slice('file:'.length) : null
}
