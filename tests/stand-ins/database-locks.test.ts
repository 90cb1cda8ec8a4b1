import { createClient } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { manualTimers } from '#tests/support/manual-timers.ts'
import { failureOf, type Running, startEmpty } from './database-support.ts'

// The engine is synchronous: whoever waits for the lock must not keep its holder from giving it back.
describe('writers that wait for each other', () => {
  let running: Running

  const BUSY_MS = 200
  const { startTimer, elapse } = manualTimers()
  beforeEach(async () => {
    running = await startEmpty({ busyMs: BUSY_MS, startTimer })
    await running.client().execute('CREATE TABLE log (id INTEGER PRIMARY KEY, entry TEXT)')
  })
  afterEach(() => running.stop())

  const write = (entry: string) => ({ sql: 'INSERT INTO log (entry) VALUES (?)', args: [entry] })
  const entries = async () => {
    const { rows } = await running.client().execute('SELECT entry FROM log ORDER BY id')
    return rows.map((row) => row[0])
  }
  const untilWaiting = (count: number) => expect.poll(async () => (await running.stats()).waiting).toBe(count)
  const hold = async () => {
    const tx = await running.client().transaction('write')
    await tx.execute(write('holder'))
    return tx
  }

  test('they go in the order in which they came', async () => {
    const holder = await hold()
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const waiting: Promise<unknown>[] = []
    for (const [index, name] of names.entries()) {
      waiting.push(running.client().execute(write(name)))
      await untilWaiting(index + 1)
    }
    await holder.commit()
    await Promise.all(waiting)
    expect(await entries()).toEqual(['holder', ...names])
  })

  test('readers do not wait', async () => {
    const holder = await hold()
    let isDone = false
    const waiting = running.client().execute(write('a'))
    const noted = waiting.then(() => {
      isDone = true
    })
    for (let count = 0; count < 10; count += 1) expect(await entries()).toEqual([])
    expect(isDone).toBe(false)
    await holder.commit()
    await noted
    expect(await entries()).toEqual(['holder', 'a'])
  })

  test.each([
    ['a statement with arguments', (name: string) => running.client().execute(write(name))],
    [
      'a statement without',
      (name: string) => running.client().execute(`INSERT INTO log (entry) VALUES ('${name}')`),
    ],
    [
      'RETURNING',
      (name: string) => running.client().execute({ ...write(name), sql: `${write(name).sql} RETURNING id` }),
    ],
    ['a write batch', (name: string) => running.client().batch([write(name)], 'write')],
    ['a deferred batch', (name: string) => running.client().batch(['SELECT 1', write(name)], 'deferred')],
    [
      'several statements',
      (name: string) => running.client().executeMultiple(`INSERT INTO log (entry) VALUES ('${name}')`),
    ],
    ['a migration', (name: string) => running.client().migrate([write(name)])],
  ])('%s waits, then is done', async (_, attempt) => {
    const holder = await hold()
    const waiting = attempt('waiter')
    await untilWaiting(1)
    await holder.commit()
    await waiting
    expect(await entries()).toEqual(['holder', 'waiter'])
  })

  const text = (value: string) => ({ type: 'text', value })
  const insert = 'INSERT INTO log (entry) VALUES (?)'
  test.each([
    ['a statement with arguments', { sql: insert, args: [text('gave up')] }],
    ['a statement without', { sql: "INSERT INTO log (entry) VALUES ('gave up')" }],
    ['RETURNING', { sql: `${insert} RETURNING id`, args: [text('gave up')] }],
    ['BEGIN IMMEDIATE', { sql: 'BEGIN IMMEDIATE' }],
    ['a pragma', { sql: 'PRAGMA user_version = 7' }],
  ])('%s that waited in vain fails, and its stream still commits what comes later', async (_, stmt) => {
    const send = async (baton: string | null, each: object) => {
      const body = JSON.stringify({ baton, requests: [{ type: 'execute', stmt: each }] })
      const response = await fetch(`${running.database.url}/v2/pipeline`, { method: 'POST', body })
      return (await response.json()) as { baton: string; results: unknown[] }
    }
    const holder = await hold()
    const waiting = send(null, stmt)
    await untilWaiting(1)
    elapse(BUSY_MS - 1)
    await untilWaiting(1)
    elapse(1)
    const failed = await waiting
    expect(failed.results).toMatchObject([{ type: 'error', error: { code: 'SQLITE_BUSY' } }])
    await holder.commit()
    const later = { sql: 'INSERT INTO log (entry) VALUES (?), (?)', args: [text('later'), text('later too')] }
    await send(failed.baton, later)
    // Read by a stranger, who sees only what is committed and writes only if the lock is free.
    const stranger = createClient({ url: `file:${running.file}` })
    const { rows } = await stranger.execute('SELECT entry FROM log ORDER BY id')
    await stranger.execute(write('stranger'))
    stranger.close()
    expect(rows.map((row) => row[0])).toEqual(['holder', 'later', 'later too'])
    expect(await entries()).toEqual(['holder', 'later', 'later too', 'stranger'])
  })

  test('a transaction in which a statement waited in vain can still be committed', async () => {
    const patient = await running.client().transaction('deferred')
    const holder = await hold()
    const early = failureOf(patient.execute(write('too early')))
    await untilWaiting(1)
    elapse(BUSY_MS)
    expect(await early).toMatchObject({ code: 'SQLITE_BUSY' })
    await holder.commit()
    await patient.execute(write('in time'))
    await patient.commit()
    expect(await entries()).toEqual(['holder', 'in time'])
  })

  test('a writer of another process is waited for, too', async () => {
    const stranger = createClient({ url: `file:${running.file}` })
    const tx = await stranger.transaction('write')
    await tx.execute(write('stranger'))
    const waiting = running.client().execute(write('waiter'))
    await untilWaiting(1)
    await tx.commit()
    await waiting
    stranger.close()
    expect(await entries()).toEqual(['stranger', 'waiter'])
  })

  test('whoever leaves while waiting has written nothing', async () => {
    const holder = await hold()
    const leaving = new AbortController()
    const requests = [{ type: 'execute', stmt: { sql: "INSERT INTO log (entry) VALUES ('left')" } }]
    const request = fetch(`${running.database.url}/v2/pipeline`, {
      method: 'POST',
      body: JSON.stringify({ requests }),
      signal: leaving.signal,
    })
    const left = failureOf(request)
    await untilWaiting(1)
    leaving.abort()
    await left
    await expect.poll(async () => (await running.stats()).openStreams).toBe(1)
    await holder.commit()
    await running.client().execute(write('last'))
    expect(await entries()).toEqual(['holder', 'last'])
  })
})
