import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { databaseClient } from '#api/platform/database/client.ts'
import { openServedDatabase } from '#tests/support/database.ts'

type Database = Awaited<ReturnType<typeof openServedDatabase>>

let database: Database
let client: ReturnType<typeof databaseClient>
const pauses: number[] = []
const pause = async (ms: number) => void pauses.push(ms)
const open = (timeoutSignal?: (ms: number) => AbortSignal) =>
  databaseClient({ url: database.url, timeoutMs: 60_000, pause, ...(timeoutSignal && { timeoutSignal }) })
beforeEach(async () => {
  database = await openServedDatabase()
  client = open()
  pauses.length = 0
})
afterEach(async () => {
  client.close()
  await database.close()
})

const add = "insert into states (id, code, name) values ('ny', 'NY', 'New York')"
const count = async () => (await client.execute('select count(*) as n from states')).rows[0]?.['n']

describe.each([
  ['a call', () => client.execute(add)],
  ['a batch', () => client.batch([add])],
])('%s', (_, call) => {
  test('a call without an answer times out, and the next one works', async () => {
    const patient = client
    const timeout = new AbortController()
    const limits: number[] = []
    client = open((ms) => {
      limits.push(ms)
      return timeout.signal
    })
    database.setFault({ kind: 'hang' })
    const hanging = expect(call()).rejects.toThrow('The database did not answer')
    // It has arrived: else it could arrive, and be served, once the fault is over.
    await database.held.whenHeld()
    timeout.abort()
    await hanging
    expect(limits).toEqual([60_000])
    client.close()
    client = patient
    database.setFault(null)
    expect(await count()).toBe(0)
    await call()
    expect(await count()).toBe(1)
  })

  test('a call that met a lock three times succeeds once at the fourth attempt, after less than a second', async () => {
    database.setFault({ kind: 'busy', times: 3 })
    await call()
    expect(pauses).toEqual([50, 150, 400])
    expect(await count()).toBe(1)
  })

  test('a call that keeps meeting a lock fails', async () => {
    database.setFault({ kind: 'busy' })
    await expect(call()).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
    database.setFault(null)
    expect(await count()).toBe(0)
  })

  test('that failed otherwise is not tried again: it may have been done', async () => {
    database.setFault({ kind: 'lost-answer', times: 1 })
    await expect(call()).rejects.toThrow()
    expect(await count()).toBe(1)
  })
})

test('sends every call at once, however many are under way', async () => {
  database.setFault({ kind: 'hang' })
  const calls = Array.from({ length: 41 }, () => client.execute('select count(*) from states'))
  const ended = Promise.allSettled(calls)
  const arrived = async () => (await (await fetch(`${database.url}/_local/stats`)).json()) as object
  await expect.poll(arrived).toMatchObject({ pipelines: 41 })
  database.setFault(null)
  expect(await count()).toBe(0)
  // Cuts the calls off.
  await database.close()
  await ended
})
