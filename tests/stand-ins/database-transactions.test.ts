import type { Client } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualTimers } from '#tests/support/manual-timers.ts'
import { failureOf, type Running, startEmpty } from './database-support.ts'

const SCHEMA = 'CREATE TABLE orders (id TEXT PRIMARY KEY, status TEXT NOT NULL)'
const place = (id: string) => ({ sql: "INSERT INTO orders VALUES (?, 'pending')", args: [id] })

async function idsIn(client: Pick<Client, 'execute'>): Promise<unknown[]> {
  const { rows } = await client.execute('SELECT id FROM orders ORDER BY id')
  return rows.map((row) => row[0])
}

describe('transactions through the local server', () => {
  let running: Running
  let client: Client
  let other: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
    other = running.client()
    await client.execute(SCHEMA)
  })
  afterEach(() => running.stop())

  test('what is committed is there, and was nowhere else before', async () => {
    const tx = await client.transaction('write')
    await tx.execute(place('a'))
    await tx.batch([place('b'), "UPDATE orders SET status = 'paid'"])
    await tx.executeMultiple(
      "INSERT INTO orders VALUES ('c', 'paid'); INSERT INTO orders VALUES ('d', 'paid')",
    )
    expect(await idsIn(tx)).toEqual(['a', 'b', 'c', 'd'])
    expect(await idsIn(other)).toEqual([])
    expect(await idsIn(client)).toEqual([])
    await tx.commit()
    expect(await idsIn(other)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('what is rolled back never was', async () => {
    const tx = await client.transaction('write')
    await tx.execute(place('a'))
    await tx.rollback()
    expect(await idsIn(other)).toEqual([])
    await client.execute(place('b'))
    expect(await idsIn(other)).toEqual(['b'])
  })

  test('closing without a commit rolls back and frees the lock', async () => {
    const tx = await client.transaction('write')
    await tx.execute(place('a'))
    tx.close()
    expect(tx.closed).toBe(true)
    // The close is a request that nobody waits for; the next writer waits for the lock, not for it.
    await other.execute(place('b'))
    expect(await idsIn(other)).toEqual(['b'])
  })

  test('a failing statement leaves the transaction and its other statements alone', async () => {
    const tx = await client.transaction('write')
    await tx.execute(place('a'))
    expect(await failureOf(tx.execute(place('a')))).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
    expect(await failureOf(tx.execute('INSERT INTO nowhere VALUES (1)'))).toBeInstanceOf(Error)
    await tx.execute(place('b'))
    await tx.commit()
    expect(await idsIn(other)).toEqual(['a', 'b'])
  })

  test.each(['commit', 'rollback'] as const)('after its %s a transaction takes nothing more', async (end) => {
    const tx = await client.transaction('write')
    await tx.execute(place('a'))
    await tx[end]()
    expect(tx.closed).toBe(true)
    expect(await failureOf(tx.execute(place('b')))).toMatchObject({ code: 'TRANSACTION_CLOSED' })
    expect(await failureOf(tx.commit())).toMatchObject({ code: 'TRANSACTION_CLOSED' })
    await tx.rollback()
  })

  test('a transaction in which nothing was done can be committed', async () => {
    const tx = await client.transaction('write')
    await tx.commit()
    await other.execute(place('a'))
    expect(await idsIn(client)).toEqual(['a'])
  })

  test('a read transaction sees one moment of the database', async () => {
    await client.execute(place('a'))
    const tx = await client.transaction('read')
    expect(await idsIn(tx)).toEqual(['a'])
    await other.execute(place('b'))
    expect(await idsIn(other)).toEqual(['a', 'b'])
    expect(await idsIn(tx)).toEqual(['a'])
    await tx.rollback()
    expect(await idsIn(client)).toEqual(['a', 'b'])
  })

  test('a deferred transaction that has read an old state may not write', async () => {
    const tx = await client.transaction('deferred')
    expect(await idsIn(tx)).toEqual([])
    await other.execute(place('a'))
    expect(await failureOf(tx.execute(place('b')))).toMatchObject({ code: 'SQLITE_BUSY' })
    await tx.rollback()
    expect(await idsIn(other)).toEqual(['a'])
  })

  test('a second writer waits for the first', async () => {
    const first = await client.transaction('write')
    await first.execute(place('a'))
    const second = (async () => {
      const tx = await other.transaction('write')
      await tx.execute(place('b'))
      await tx.commit()
    })()
    await expect.poll(async () => (await running.stats()).waiting).toBe(1)
    await first.execute(place('c'))
    await first.commit()
    await second
    expect(await idsIn(client)).toEqual(['a', 'b', 'c'])
  })

  test('two batches at once both happen', async () => {
    const batchOf = (name: string) => Array.from({ length: 40 }, (_, index) => place(`${name}${index}`))
    await Promise.all([client.batch(batchOf('x'), 'write'), other.batch(batchOf('y'), 'write')])
    expect(await idsIn(client)).toHaveLength(80)
  })

  test('50 increments from 50 clients add up', async () => {
    await client.executeMultiple('CREATE TABLE counters (n INTEGER); INSERT INTO counters VALUES (0)')
    const increments = Array.from({ length: 50 }, async (_, index) => {
      const one = running.client()
      if (index % 2 === 0) await one.execute({ sql: 'UPDATE counters SET n = n + ?', args: [1n] })
      else await one.batch(['UPDATE counters SET n = n + 1', 'SELECT n FROM counters'], 'write')
      one.close()
    })
    await Promise.all(increments)
    expect((await client.execute('SELECT n FROM counters')).rows[0]?.[0]).toBe(50)
  })
})

describe('the time of transactions', () => {
  let running: Running
  const { startTimer, elapse } = manualTimers()
  afterEach(() => running.stop())

  test('the write lock is taken with the first statement, not before', async () => {
    running = await startEmpty()
    const client = running.client()
    await client.execute(SCHEMA)
    const tx = await client.transaction('write')
    await running.client().execute(place('a'))
    await tx.execute(place('b'))
    await tx.commit()
    expect(await idsIn(client)).toEqual(['a', 'b'])
  })

  test('50 read-and-write transactions at once add up', async () => {
    running = await startEmpty({ busyMs: 25_000 })
    const client = running.client()
    await client.executeMultiple('CREATE TABLE counters (n INTEGER); INSERT INTO counters VALUES (0)')
    const increments = Array.from({ length: 50 }, async () => {
      const tx = await running.client().transaction('write')
      const { rows } = await tx.execute('SELECT n FROM counters')
      await tx.execute({ sql: 'UPDATE counters SET n = ?', args: [Number(rows[0]?.[0]) + 1] })
      await tx.commit()
    })
    await Promise.all(increments)
    expect((await client.execute('SELECT n FROM counters')).rows[0]?.[0]).toBe(50)
  })

  test('a transaction that takes too long is rolled back, and its owner is told', async () => {
    running = await startEmpty({ startTimer, transactionMs: 100 })
    const client = running.client()
    await client.execute(SCHEMA)
    for (const end of ['execute', 'commit'] as const) {
      const tx = await client.transaction('write')
      await tx.execute(place('lost'))
      elapse(100)
      const late = end === 'execute' ? tx.execute(place('later')) : tx.commit()
      expect(await failureOf(late)).toMatchObject({ code: 'TRANSACTION_TIMEOUT' })
      tx.close()
      expect(await idsIn(client)).toEqual([])
    }
  })

  test('no statement of a batch slips out of a transaction that took too long', async () => {
    running = await startEmpty({ startTimer, transactionMs: 100 })
    const client = running.client()
    await client.execute(SCHEMA)
    const tx = await client.transaction('write')
    await tx.execute(place('lost'))
    elapse(100)
    const text = "INSERT INTO orders VALUES ('x', 'paid'); INSERT INTO orders VALUES ('y', 'paid')"
    expect(await failureOf(tx.executeMultiple(text))).toMatchObject({ code: 'TRANSACTION_TIMEOUT' })
    tx.close()
    expect(await idsIn(client)).toEqual([])
  })

  test('the next writer gets the lock of a transaction that takes too long', async () => {
    running = await startEmpty({ startTimer, transactionMs: 200 })
    const client = running.client()
    await client.execute(SCHEMA)
    const tx = await client.transaction('write')
    await tx.execute(place('lost'))
    const next = running.client().execute(place('kept'))
    await expect.poll(async () => (await running.stats()).waiting).toBe(1)
    elapse(200)
    await next
    tx.close()
    expect(await idsIn(client)).toEqual(['kept'])
  })

  test('a transaction nobody speaks to expires with its stream', async () => {
    running = await startEmpty({ startTimer, streamIdleMs: 100 })
    const client = running.client()
    await client.execute(SCHEMA)
    const tx = await client.transaction('write')
    await tx.execute(place('lost'))
    elapse(100)
    expect(await failureOf(tx.execute(place('later')))).toMatchObject({ code: 'STREAM_EXPIRED' })
    expect(await failureOf(tx.commit())).toMatchObject({ code: 'TRANSACTION_CLOSED' })
    expect(await idsIn(client)).toEqual([])
  })
})
