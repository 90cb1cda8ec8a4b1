import { fileURLToPath } from 'node:url'
import { type Client, createClient } from '@libsql/client/web'
import { failureText, innermostMessage, PlainError } from './failure.ts'

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** Runs a command. What it throws is printed, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(failureText(error))
    process.exitCode = 1
  }
}

/**
 * Runs a command, as `runCommand` does, on the database that DATABASE_URL names.
 * @param work prints what it did
 */
export async function onNamedDatabase(work: (client: Client) => Promise<void>): Promise<void> {
  await runCommand(async () => {
    const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
    if (!url) {
      throw new PlainError(
        'DATABASE_URL is not set: name the file with the settings, --settings production.env',
      )
    }
    const client = createClient({ url, ...(authToken ? { authToken } : {}) })
    try {
      await client.execute('select 1').catch((error: unknown) => {
        throw new PlainError(`The database at ${url} does not answer: ${innermostMessage(error)}`)
      })
      await work(client)
    } finally {
      client.close()
    }
  })
}
