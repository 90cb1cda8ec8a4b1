import { type Client, createClient, LibsqlError } from '@libsql/client/web'

/** A call without an answer after this long fails. */
const TIMEOUT_MS = 10_000
/** How long to wait before each new try of a call that met somebody else's lock: together well within a shopper's wait. */
const BUSY_PAUSES_MS = [50, 150, 400]

type DatabaseSettings = { url: string; authToken?: string | undefined; timeoutMs?: number }

/**
 * The database over the wire, with what its client leaves to us: a call that hangs fails in the end, and a call that
 * was refused because the database is busy (such a call or batch wrote nothing) is tried again a few times.
 */
export function databaseClient({ url, authToken, timeoutMs = TIMEOUT_MS }: DatabaseSettings): Client {
  const client = createClient({
    url,
    ...(authToken ? { authToken } : {}),
    // No limit on concurrent calls: the client's queue would tie one request's promise to another's.
    concurrency: 0,
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
  })
  const execute: (...call: Parameters<Client['execute']>) => ReturnType<Client['execute']> =
    client.execute.bind(client)
  const batch = client.batch.bind(client)
  client.execute = (...call: Parameters<Client['execute']>) => retryWhileBusy(() => execute(...call))
  client.batch = (...call) => retryWhileBusy(() => batch(...call))
  return client
}

async function retryWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (const pause of BUSY_PAUSES_MS) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof LibsqlError && error.code.startsWith('SQLITE_BUSY'))) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return call()
}
