import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'

// The other tests stand on this: a real database, its rules switched on, and nobody else in it.

test('foreign keys are on and writes wait, in the first connection and in every further one', async () => {
  const { client, close } = await openTestDatabase()
  const settings = async (from: Pick<typeof client, 'execute'>) => [
    Object.values((await from.execute('PRAGMA foreign_keys')).rows[0] ?? {}),
    Object.values((await from.execute('PRAGMA busy_timeout')).rows[0] ?? {}),
    Object.values((await from.execute('PRAGMA journal_mode')).rows[0] ?? {}),
  ]
  const expected = [[1], [60_000], ['wal']]
  expect(await settings(client)).toEqual(expected)
  const transaction = await client.transaction('write')
  // The transaction keeps its connection to itself, so this one is another.
  expect(await settings(client)).toEqual(expected)
  expect(await settings(transaction)).toEqual(expected)
  transaction.close()
  await close()
})
