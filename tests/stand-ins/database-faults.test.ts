import type { Client } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type Running, startEmpty } from './database-support.ts'

describe('a database that fails on demand', () => {
  let running: Running
  let client: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
    await client.execute('CREATE TABLE t (a)')
  })
  afterEach(() => running.stop())

  const insert = (through = client) => through.execute('INSERT INTO t VALUES (1)')
  const count = async () => {
    running.database.setFault(null)
    return (await client.execute('SELECT count(*) FROM t')).rows[0]?.[0]
  }

  test('error: the request fails and nothing is done', async () => {
    running.database.setFault({ kind: 'error' })
    for (let times = 0; times < 2; times += 1) {
      expect(await failureOf(insert())).toMatchObject({
        code: 'SERVER_ERROR',
        message: expect.stringContaining('500'),
      })
    }
    expect(await count()).toBe(0)
  })

  test('busy: every statement finds the database locked', async () => {
    running.database.setFault({ kind: 'busy' })
    expect(await failureOf(insert())).toMatchObject({ code: 'SQLITE_BUSY' })
    expect(await failureOf(client.batch(['INSERT INTO t VALUES (1)'], 'write'))).toMatchObject({
      code: 'SQLITE_BUSY',
    })
    expect(await failureOf(client.executeMultiple('INSERT INTO t VALUES (1)'))).toMatchObject({
      code: 'SQLITE_BUSY',
    })
    expect(await count()).toBe(0)
  })

  test('lost-answer: the work is done, but nobody hears of it', async () => {
    running.database.setFault({ kind: 'lost-answer', times: 1 })
    await failureOf(insert())
    expect(await count()).toBe(1)
  })

  const HELD_MS = 3_600_000

  test('slow: the work is done later', async () => {
    running.database.setFault({ kind: 'slow', ms: HELD_MS })
    const slow = insert()
    await running.database.held.whenHeld()
    expect(await count()).toBe(0)
    running.database.held.release()
    await slow
    expect(await count()).toBe(1)
  })

  test('slow: also when the caller has given up', async () => {
    running.database.setFault({ kind: 'slow', ms: HELD_MS })
    const leaving = new AbortController()
    const hurried = running.client({
      fetch: (request: Request) => fetch(request, { signal: leaving.signal }),
    })
    const left = failureOf(insert(hurried))
    await running.database.held.whenHeld()
    leaving.abort()
    await left
    running.database.held.release()
    await expect.poll(count).toBe(1)
  })

  test('hang: no answer and nothing done, until the connection is cut', async () => {
    running.database.setFault({ kind: 'hang' })
    const hanging = failureOf(insert())
    await running.database.held.whenHeld()
    expect(await count()).toBe(0)
    running.database.held.release()
    await hanging
    running.database.setFault({ kind: 'hang' })
    const forever = failureOf(insert())
    await running.database.held.whenHeld()
    expect(await count()).toBe(0)
    await running.database.close()
    await forever
  })

  test('slow and hang end by themselves after their time', async () => {
    running.database.setFault({ kind: 'slow', ms: 1 })
    await insert()
    running.database.setFault({ kind: 'hang', ms: 1 })
    await failureOf(insert())
    expect(await count()).toBe(1)
  })

  test.each(['select 1', '\n    select /* health */ 1'])(
    'a health check fails under a fault without using it up or being counted: %j',
    async (query) => {
      const check = () => client.execute(query)
      const { pipelines } = await running.stats()
      running.database.setFault({ kind: 'error', times: 1 })
      await failureOf(check())
      await failureOf(check())
      await failureOf(insert())
      await check()
      expect((await running.stats()).pipelines).toBe(pipelines + 1)
      expect(await count()).toBe(0)
    },
  )

  test('can be set over HTTP', async () => {
    const set = async (body: string) =>
      (await fetch(`${running.database.url}/_local/fault`, { method: 'POST', body })).status
    expect(await set('{ "kind": "error", "times": 1 }')).toBe(200)
    await failureOf(insert())
    await insert()
    expect(await set('{ "kind": "error" }')).toBe(200)
    await failureOf(insert())
    expect(await set('null')).toBe(200)
    await insert()
    for (const wrong of ['', '{}', '{ "kind": "flood" }', '{ "kind": "error", "times": 0 }']) {
      expect(await set(wrong)).toBe(400)
    }
    expect(await count()).toBe(2)
  })
})
