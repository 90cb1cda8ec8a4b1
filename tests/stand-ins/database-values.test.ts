import { type Client, createClient } from '@libsql/client'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, type Running, startEmpty } from './database-support.ts'

describe('values through the local server', () => {
  let running: Running
  let client: Client

  beforeEach(async () => {
    running = await startEmpty()
    client = running.client()
  })
  afterEach(() => running.stop())

  const typed = async (arg: unknown, through = client) => {
    const args = [arg, arg] as never
    const { rows } = await through.execute({ sql: 'SELECT typeof(?) AS type, ? AS value', args })
    return Array.from(rows[0] ?? [])
  }

  test.each([
    ['NULL', null, 'null', null],
    ['an empty text', '', 'text', ''],
    ['text with quotes and lines', `it's "so"\n\t\\`, 'text', `it's "so"\n\t\\`],
    ['emoji and scripts', '🌷👩‍👩‍👧 é Ω 花 שלום', 'text', '🌷👩‍👩‍👧 é Ω 花 שלום'],
    ['a text that looks like a number', '0123', 'text', '0123'],
    ['a long text', 'x'.repeat(200_000), 'text', 'x'.repeat(200_000)],
    ['a whole number, sent as a float', 42, 'real', 42],
    ['a fraction', 0.1, 'real', 0.1],
    ['the smallest float', 5e-324, 'real', 5e-324],
    ['the largest float', 1.7976931348623157e308, 'real', 1.7976931348623157e308],
    ['a bigint', 42n, 'integer', 42],
    ['a date, as its milliseconds', new Date(86_400_000), 'real', 86_400_000],
  ])('keeps %s', async (_, arg, type, value) => {
    expect(await typed(arg)).toEqual([type, value])
  })

  test.each([
    ['an empty blob', new Uint8Array([]), []],
    ['a blob', new Uint8Array([0, 1, 127, 128, 255]), [0, 1, 127, 128, 255]],
    ['an array buffer', new Uint8Array([9, 8]).buffer, [9, 8]],
    ['a part of a buffer', new Uint8Array([1, 2, 3, 4]).subarray(1, 3), [2, 3]],
  ])('keeps %s and gives it back as an ArrayBuffer', async (_, arg, bytes) => {
    const [type, value] = await typed(arg)
    expect(type).toBe('blob')
    expect(value).toBeInstanceOf(ArrayBuffer)
    expect([...new Uint8Array(value as unknown as ArrayBuffer)]).toEqual(bytes)
  })

  test('a boolean is 1 or 0', async () => {
    expect(await typed(true)).toEqual(['integer', 1])
    expect(await typed(false)).toEqual(['integer', 0])
  })

  test.each([9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n), 0n, -1n])(
    'keeps all 64 bits of %s',
    async (integer) => {
      expect(await typed(integer, running.client({ intMode: 'bigint' }))).toEqual(['integer', integer])
      expect(await typed(integer, running.client({ intMode: 'string' }))).toEqual([
        'integer',
        String(integer),
      ])
    },
  )

  test('refuses to give an integer that a number cannot hold', async () => {
    expect(await typed(2n ** 53n - 1n)).toEqual(['integer', 2 ** 53 - 1])
    expect(await failureOf(typed(2n ** 53n))).toBeInstanceOf(RangeError)
  })

  test.each([
    ['NaN', Number.NaN, RangeError],
    ['infinity', Number.POSITIVE_INFINITY, RangeError],
    ['an integer of 65 bits', 2n ** 63n, RangeError],
    ['undefined', undefined, TypeError],
  ])('refuses %s as an argument', async (_, arg, kind) => {
    expect(await failureOf(typed(arg))).toBeInstanceOf(kind)
  })

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

  test('an empty result still has its columns', async () => {
    const result = await client.execute('SELECT 1 AS one WHERE 0')
    expect(result.columns).toEqual(['one'])
    expect(result.rows).toEqual([])
  })

  test('columns follow a table that another client has changed', async () => {
    await client.execute('CREATE TABLE growing (a)')
    await client.execute('INSERT INTO growing VALUES (1)')
    expect((await client.execute('SELECT * FROM growing')).columns).toEqual(['a'])
    await running.client().execute('ALTER TABLE growing ADD COLUMN b DEFAULT 2')
    const result = await client.execute('SELECT * FROM growing')
    expect(result.columns).toEqual(['a', 'b'])
    expect(Array.from(result.rows[0] ?? [])).toEqual([1, 2])
  })

  test('arguments bind by place and by number', async () => {
    const read = async (sql: string, args: string[]) =>
      Array.from((await client.execute({ sql, args })).rows[0] ?? [])
    expect(await read('SELECT ?, ?', ['a', 'b'])).toEqual(['a', 'b'])
    expect(await read('SELECT ?2, ?1, ?2', ['a', 'b'])).toEqual(['b', 'a', 'b'])
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

  test('the result is plain JSON', async () => {
    const result = await client.execute("SELECT 1 AS a, x'0102' AS b, NULL AS c")
    expect(result.toJSON()).toEqual({
      columns: ['a', 'b', 'c'],
      columnTypes: ['', '', ''],
      rows: [[1, 'AQI=', null]],
      rowsAffected: 0,
      lastInsertRowid: null,
    })
  })
})
