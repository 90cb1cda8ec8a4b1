import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { states } from '#drizzle/schema/markets.ts'
import { openTestDatabase, SEEDED_AT } from '#tests/support/database.ts'

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

test('what is written in one database is not seen in the next', async () => {
  const first = await openTestDatabase()
  await first.db.insert(states).values({ id: 'state-ny', code: 'NY', name: 'New York' })
  const second = await openTestDatabase()
  expect(await first.db.$count(states)).toBe(1)
  expect(await second.db.$count(states)).toBe(0)
  await first.close()
  await second.close()
})

test('a seeded database holds the seeds with the given stamp', async () => {
  const usual = await openTestDatabase({ seeded: true })
  const other = await openTestDatabase({ seeded: true, at: '2030-01-02T03:04:05.000Z' })
  const stamps = async ({ client }: typeof usual) =>
    (await client.execute('SELECT DISTINCT created_at, updated_at FROM products')).rows.map((row) =>
      Object.values(row),
    )
  expect(await stamps(usual)).toEqual([[SEEDED_AT, SEEDED_AT]])
  expect(await stamps(other)).toEqual([['2030-01-02T03:04:05.000Z', '2030-01-02T03:04:05.000Z']])
  await usual.close()
  await other.close()
})

test('closing deletes the file', async () => {
  const { client, close } = await openTestDatabase()
  const [row] = (await client.execute("SELECT file FROM pragma_database_list WHERE name = 'main'")).rows
  const file = String(row?.['file'])
  expect(existsSync(file)).toBe(true)
  await close()
  expect(existsSync(file)).toBe(false)
})
