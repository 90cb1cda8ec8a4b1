import { type Client, LibsqlError } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type Running, startEmpty } from './database-support.ts'

describe('errors of the local server', () => {
  let running: Running
  let client: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
    await client.executeMultiple(`
      CREATE TABLE markets (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, fee INT CHECK (fee >= 0));
      CREATE TABLE shops (code TEXT PRIMARY KEY, market_id INTEGER REFERENCES markets (id));
      CREATE TABLE late (market_id INTEGER REFERENCES markets (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER guard BEFORE DELETE ON markets BEGIN SELECT RAISE(ABORT, 'This market has shops'); END;
      INSERT INTO markets VALUES (1, 'NYC', 10);
      INSERT INTO shops VALUES ('rose', 1);
    `)
  })
  afterEach(() => running.stop())

  test.each([
    ['UNIQUE', "INSERT INTO markets VALUES (2, 'NYC', 1)", 'UNIQUE constraint failed: markets.name'],
    ['NOT NULL', 'INSERT INTO markets VALUES (2, NULL, 1)', 'NOT NULL constraint failed: markets.name'],
    ['CHECK', "INSERT INTO markets VALUES (2, 'SF', -1)", 'CHECK constraint failed: fee >= 0'],
    ['FOREIGN KEY', "INSERT INTO shops VALUES ('x', 9)", 'FOREIGN KEY constraint failed'],
    ['late FOREIGN KEY', 'INSERT INTO late VALUES (9)', 'FOREIGN KEY constraint failed'],
    ['trigger', 'DELETE FROM markets', 'This market has shops'],
  ])('%s violations are SQLITE_CONSTRAINT, told apart by the message', async (_, sql, reason) => {
    for (const attempt of [
      client.execute(sql),
      client.execute({ sql: `${sql} RETURNING 1` }),
      client.batch([sql]),
    ]) {
      const failure = await failureOf(attempt)
      expect(failure).toBeInstanceOf(LibsqlError)
      expect(failure.code).toBe('SQLITE_CONSTRAINT')
      // The protocol carries neither the extended code nor the number, and the server puts a prefix of its own.
      const message = failure.message.replaceAll('SQLITE_CONSTRAINT: ', '')
      expect(message).toBe(`SQLite error: ${reason}`)
    }
    const count = await client.execute(
      'SELECT (SELECT count(*) FROM markets) + (SELECT count(*) FROM shops) + (SELECT count(*) FROM late)',
    )
    expect(count.rows[0]?.[0]).toBe(2)
  })

  test('a deferred foreign key is checked at the end of the batch', async () => {
    const late = 'INSERT INTO late VALUES (2)'
    await client.batch([late, "INSERT INTO markets VALUES (2, 'SF', 1)"])
    expect(await failureOf(client.batch(['INSERT INTO late VALUES (9)', 'SELECT 1']))).toMatchObject({
      code: 'SQLITE_CONSTRAINT',
    })
    expect((await client.execute('SELECT market_id FROM late')).rows.map((row) => row[0])).toEqual([2])
  })

  // The hosted server parses statements itself and names these failures its own way; the engine calls them all errors.
  test.each([
    ['a syntax error', 'SELEC 1', 'SQL_PARSE_ERROR', 'near "SELEC": syntax error'],
    ['an unknown table', 'SELECT * FROM nowhere', 'SQL_INPUT_ERROR', 'no such table: nowhere'],
    ['an unknown column', 'SELECT colour FROM markets', 'SQL_INPUT_ERROR', 'no such column: colour'],
  ])('%s', async (_, sql, code, reason) => {
    const failure = await failureOf(client.execute(sql))
    expect(failure).toBeInstanceOf(LibsqlError)
    expect(failure.code).toBe(code)
    expect(failure.message).toContain(reason)
  })

  test('two statements in one', async () => {
    const two = "INSERT INTO shops VALUES ('a', 1); INSERT INTO shops VALUES ('b', 1)"
    const codes = async () =>
      (await client.execute('SELECT code FROM shops ORDER BY code')).rows.map((row) => row[0])
    expect(await failureOf(client.execute(two))).toMatchObject({ code: 'SQL_MANY_STATEMENTS' })
    expect(await failureOf(client.batch(["INSERT INTO shops VALUES ('c', 1)", two]))).toMatchObject({
      code: 'SQL_MANY_STATEMENTS',
    })
    expect(await codes()).toEqual(['rose'])
    expect(await client.execute('SELECT 1; -- nothing more')).toMatchObject({ columns: ['1'] })
  })
})

describe('what the hosted database refuses through the local server', () => {
  let running: Running
  beforeEach(async () => {
    running = await startEmpty()
  })
  afterEach(() => running.stop())

  test.each([
    'VACUUM',
    'ANALYZE',
    "ATTACH 'other.db' AS other",
    'CREATE TEMP TABLE scratch (a)',
    'PRAGMA journal_mode = DELETE',
    'PRAGMA wal_checkpoint',
    'PRAGMA case_sensitive_like(1)',
  ])('%s', async (sql) => {
    const client = running.client()
    const failure = await failureOf(client.execute(sql))
    expect(failure.code).toBe('SQL_PARSE_ERROR')
    expect(failure.message).toContain('unsupported statement')
    expect(await failureOf(client.executeMultiple(`SELECT 1; ${sql}`))).toMatchObject({
      code: 'SQL_PARSE_ERROR',
    })
  })

  test.each([
    'PRAGMA foreign_keys = ON',
    'PRAGMA main.table_info(t)',
    'PRAGMA journal_mode',
    'PRAGMA user_version = 3',
  ])('%s is let through', async (sql) => {
    await running.client().execute(sql)
  })
})
