import { type Client, createClient } from '@libsql/client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Running, startEmpty } from './database-support.ts'

describe('values through the local server', () => {
  let running: Running
  let client: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
  })
  afterEach(() => running.stop())

  // The client alone encodes and checks what it is given: only the wire's five types are the server's.
  test('whatever goes into a row comes out of it', async () => {
    const through = running.client({ intMode: 'bigint' })
    await through.execute('CREATE TABLE anything (a, b, c, d, e)')
    const cell = fc.oneof(
      fc.constant(null),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((float) => (Object.is(float, -0) ? 0 : float)),
      fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
      fc.uint8Array(),
    )
    const row = fc.tuple(cell, cell, cell, cell, cell)
    await fc.assert(
      fc.asyncProperty(row, async (values) => {
        await through.execute({ sql: 'INSERT INTO anything VALUES (?, ?, ?, ?, ?)', args: values })
        const { rows } = await through.execute('SELECT * FROM anything ORDER BY rowid DESC LIMIT 1')
        const read = Array.from(rows[0] ?? [], (value) =>
          value instanceof ArrayBuffer ? new Uint8Array(value) : value,
        )
        expect(read).toEqual(values)
      }),
      { numRuns: 50 },
    )
  })

  test('columns have their names and declared types, rows their cells by name and by place', async () => {
    await client.executeMultiple(`
      CREATE TABLE bouquets (id INTEGER PRIMARY KEY, title TEXT NOT NULL, "price in cents" INT);
      INSERT INTO bouquets VALUES (1, 'Really Bad', 4999);
    `)
    const result = await client.execute(
      'SELECT id, title AS name, "price in cents", 1 + 1, id AS name FROM bouquets',
    )
    expect(result.columns).toEqual(['id', 'name', 'price in cents', '1 + 1', 'name'])
    expect(result.columnTypes).toEqual(['INTEGER', 'TEXT', 'INT', '', 'INTEGER'])
    const [row] = result.rows
    expect({ ...row }).toEqual({ id: 1, name: 'Really Bad', 'price in cents': 4999, '1 + 1': 2 })
    expect(row?.length).toBe(5)
    expect(row?.[4]).toBe(1)
  })

  test('answers queries as the engine does on the same file', async () => {
    await client.executeMultiple(`
      CREATE TABLE bouquets (id INTEGER PRIMARY KEY, title TEXT, cents INT, weight REAL, picture BLOB);
      INSERT INTO bouquets VALUES (1, 'Really Bad 🌷', 4999, 0.5, x'00ff'), (2, NULL, -1, 1e300, NULL);
    `)
    const engine = createClient({ url: `file:${running.file}` })
    for (const sql of [
      'SELECT * FROM bouquets ORDER BY id',
      'SELECT count(*), sum(cents) AS total, max(title), typeof(weight) FROM bouquets',
      'SELECT 9007199254740991, 1 / 2.0, substr(title, -1), hex(picture) FROM bouquets WHERE 0 OR id = 1',
      'SELECT a.id, b.id FROM bouquets a LEFT JOIN bouquets b ON b.id = a.id + 1',
    ]) {
      const { columns, columnTypes, rows } = await engine.execute(sql)
      expect(await client.execute(sql)).toMatchObject({ columns, columnTypes, rows })
    }
    engine.close()
  })
})
