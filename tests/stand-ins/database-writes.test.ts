import type { Client } from '@libsql/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type Running, startEmpty } from './database-support.ts'

describe('writes through the local server', () => {
  let running: Running
  let client: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
    await client.executeMultiple(`
      CREATE TABLE zips (zip TEXT PRIMARY KEY, market TEXT NOT NULL);
      CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT UNIQUE);
      CREATE TABLE shop_orders (id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops (id));
    `)
  })
  afterEach(() => running.stop())

  const names = async () =>
    (await client.execute('SELECT name FROM shops ORDER BY id')).rows.map((row) => row[0])
  const add = (name: string) => ({ sql: 'INSERT INTO shops (name) VALUES (?)', args: [name] })

  test('counts the rows that were affected, whatever the cascade', async () => {
    const affected = async (sql: string) => (await client.execute(sql)).rowsAffected
    expect(
      await affected("INSERT INTO zips VALUES ('10001', 'NYC'), ('10002', 'NYC'), ('94102', 'SF')"),
    ).toBe(3)
    expect(await affected("UPDATE zips SET market = 'New York' WHERE market = 'NYC'")).toBe(2)
    expect(await affected("UPDATE zips SET market = 'LA' WHERE market = 'Boston'")).toBe(0)
    expect(await affected("INSERT OR IGNORE INTO zips VALUES ('10001', 'NYC')")).toBe(0)
    expect(
      await affected("INSERT INTO zips VALUES ('10001', 'X') ON CONFLICT DO UPDATE SET market = 'X'"),
    ).toBe(1)
    expect(await affected('SELECT * FROM zips')).toBe(0)
    expect(await affected('CREATE TABLE other (a)')).toBe(0)
    expect(await affected('WITH gone AS (SELECT 1) DELETE FROM zips')).toBe(3)
  })

  test('RETURNING gives the rows', async () => {
    const inserted = await client.execute({
      sql: 'INSERT INTO shops (name) VALUES (?), (?) RETURNING id, upper(name) AS loud',
      args: ['rose', 'petal'],
    })
    expect(inserted.rows.map((row) => ({ ...row }))).toEqual([
      { id: 1, loud: 'ROSE' },
      { id: 2, loud: 'PETAL' },
    ])
    expect(inserted.rowsAffected).toBe(2)
    expect(inserted.lastInsertRowid).toBe(2n)
    const none = await client.execute("UPDATE shops SET name = 'x' WHERE id = 9 RETURNING id")
    expect(none.rows).toEqual([])
    const gone = await client.execute('DELETE FROM shops RETURNING name')
    expect(gone.rows.map((row) => row[0])).toEqual(['rose', 'petal'])
    expect(await names()).toEqual([])
  })

  test.each(['write', 'deferred'] as const)('a %s batch is all or nothing', async (mode) => {
    const results = await client.batch([add('a'), add('b'), 'SELECT count(*) AS n FROM shops'], mode)
    expect(results.map((result) => result.rowsAffected)).toEqual([1, 1, 0])
    expect(results[2]?.rows[0]?.[0]).toBe(2)

    const failure = await failureOf(client.batch([add('c'), add('d'), add('a'), add('e')], mode))
    expect(failure.code).toBe('SQLITE_CONSTRAINT')
    expect(failure.statementIndex).toBe(2)
    expect(await names()).toEqual(['a', 'b'])

    const unknown = await failureOf(client.batch([add('f'), 'INSERT INTO nowhere VALUES (1)'], mode))
    expect(unknown.statementIndex).toBe(1)
    expect(await names()).toEqual(['a', 'b'])
  })

  test('a batch of more different statements than the client caches', async () => {
    await client.batch(
      Array.from({ length: 80 }, (_, id) => `INSERT INTO shops (id, name) VALUES (${id}, 'n${id}')`),
    )
    expect(await names()).toHaveLength(80)
  })

  test('executeMultiple runs statements one after the other, up to the first that fails', async () => {
    await client.executeMultiple(`
      -- a comment; with a semicolon
      INSERT INTO shops (name) VALUES ('a;b');;
      CREATE TRIGGER echo AFTER INSERT ON zips BEGIN
        INSERT INTO shops (name) VALUES (CASE WHEN new.zip = '1' THEN 'one' ELSE new.zip END);
        UPDATE shops SET name = upper(name) WHERE name = 'one';
      END;
      INSERT INTO zips VALUES ('1', 'NYC'); INSERT INTO zips VALUES ('2', 'NYC')
    `)
    expect(await names()).toEqual(['a;b', 'ONE', '2'])
    const failing =
      "INSERT INTO shops (name) VALUES ('kept'); INSERT INTO nowhere VALUES (1); DELETE FROM shops"
    await failureOf(client.executeMultiple(failing))
    expect(await names()).toEqual(['a;b', 'ONE', '2', 'kept'])
  })

  test('migrate rebuilds a table that others refer to, then foreign keys hold again', async () => {
    await client.batch([add('a'), 'INSERT INTO shop_orders (shop_id) VALUES (1)'])
    await client.migrate([
      'CREATE TABLE shops_new (id INTEGER PRIMARY KEY, name TEXT UNIQUE, city TEXT)',
      'INSERT INTO shops_new (id, name) SELECT id, name FROM shops',
      'DROP TABLE shops',
      'ALTER TABLE shops_new RENAME TO shops',
    ])
    expect((await client.execute('SELECT shop_id FROM shop_orders')).rows).toHaveLength(1)
    expect(await failureOf(client.execute('INSERT INTO shop_orders (shop_id) VALUES (9)'))).toMatchObject({
      code: 'SQLITE_CONSTRAINT',
    })
    await failureOf(client.migrate(['CREATE TABLE half (a)', 'CREATE TABLE half (a)']))
    const half = await client.execute("SELECT * FROM sqlite_master WHERE name = 'half'")
    expect(half.rows).toEqual([])
    expect(await failureOf(client.execute('DELETE FROM shops'))).toMatchObject({ code: 'SQLITE_CONSTRAINT' })
  })
})
