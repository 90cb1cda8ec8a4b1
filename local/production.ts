import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@libsql/client/web'
import { failureText, innermostMessage, PlainError } from './failure.ts'

export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/**
 * Runs a command on the database that DATABASE_URL names. What it throws is printed, and the exit code is 1.
 * @param work prints what it did
 */
export async function onNamedDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  let client: Client | undefined
  try {
    const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
    if (!url) {
      throw new PlainError(
        'DATABASE_URL is not set: name the file with the settings, --settings production.env',
      )
    }
    client = createClient({ url, ...(authToken ? { authToken } : {}) })
    await client.execute('select 1').catch((error: unknown) => {
      throw new PlainError(`The database at ${url} does not answer: ${innermostMessage(error)}`)
    })
    await work(client)
  } catch (error) {
    console.error(failureText(error))
    process.exitCode = 1
  } finally {
    client?.close()
  }
}
