import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSql } from '#local/database/sql.ts'

const texts = (sql: string) => parseSql(sql).map(({ text }) => text)

describe('splitting SQL', () => {
  test.each([
    ['', []],
    [' ; ;; -- nothing\n /* ; */', []],
    ['SELECT 1', ['SELECT 1']],
    ['SELECT 1;', ['SELECT 1']],
    [' SELECT 1 ; SELECT 2 ', ['SELECT 1', 'SELECT 2']],
    ["SELECT ';', '''; '; SELECT 2", ["SELECT ';', '''; '", 'SELECT 2']],
    ['SELECT ";", "a"";" ; SELECT `;`, [;]', ['SELECT ";", "a"";"', 'SELECT `;`, [;]']],
    ['SELECT 1 -- a;b\n, 2; SELECT /* ; */ 3', ['SELECT 1 -- a;b\n, 2', 'SELECT /* ; */ 3']],
    ['SELECT [a]]; SELECT [b]', ['SELECT [a]]', 'SELECT [b]']],
    ["SELECT 'unfinished; SELECT 2", ["SELECT 'unfinished; SELECT 2"]],
    ['SELECT 1 /* unfinished; ', ['SELECT 1']],
    ['BEGIN; END; COMMIT', ['BEGIN', 'END', 'COMMIT']],
    ["SELECT '--'; SELECT 5--3\n; SELECT 6", ["SELECT '--'", 'SELECT 5', 'SELECT 6']],
  ])('%j', (sql, expected) => {
    expect(texts(sql)).toEqual(expected)
  })

  test.each([
    'CREATE TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; SELECT CASE WHEN 1 THEN 2 END; END',
    'create trigger if not exists a after insert on t begin update t set a = "; END;"; end',
    'CREATE TEMP TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END',
    'CREATE /* x */ TEMPORARY TRIGGER a AFTER INSERT ON t BEGIN SELECT 1; END',
  ])('keeps a trigger whole: %s', (trigger) => {
    expect(texts(`${trigger}; SELECT 2`)).toEqual([trigger, 'SELECT 2'])
  })

  test('whatever statements are joined come apart again', () => {
    const part = fc.constantFrom(
      "'a;b'",
      '"c;"',
      '`d`',
      '[e;]',
      'x',
      '1',
      '?',
      '/* f; */ g',
      ':h',
      '(',
      ')',
      "'it''s'",
    )
    const statement = fc
      .array(part, { minLength: 1, maxLength: 6 })
      .map((parts) => `SELECT ${parts.join(' ')}`)
    fc.assert(
      fc.property(fc.array(statement), (statements) => {
        expect(texts(statements.join(' ; '))).toEqual(statements)
      }),
    )
  })

  test('takes a long text in its stride', () => {
    expect(parseSql(`SELECT '${"x''".repeat(1_000_000)}', ${'('.repeat(100_000)}`)).toHaveLength(1)
  })
})

describe('what a statement does', () => {
  test.each([
    ['select 1', 'SELECT'],
    ['-- hello\n Insert INTO t VALUES (1)', 'INSERT'],
    ['WITH a AS (SELECT 1) DELETE FROM t', 'DELETE'],
    [
      'WITH RECURSIVE a(x) AS (SELECT 1 UNION SELECT x FROM a), b AS (VALUES (2)) INSERT INTO t SELECT * FROM b',
      'INSERT',
    ],
    ['with a as (select 1) select * from a', 'SELECT'],
    ['WITH', 'WITH'],
    ['EXPLAIN INSERT INTO t VALUES (1)', 'EXPLAIN'],
    ['"SELECT" 1', '"SELECT"'],
  ])('%s', (sql, verb) => {
    expect(parseSql(sql)[0]?.verb).toBe(verb)
  })
})

describe('the parameters of a statement', () => {
  test.each([
    ['SELECT 1', 0],
    ['SELECT ?, ?', 2],
    ['SELECT ?2, ?', 3],
    ['SELECT ?2, ?1, ?1', 2],
    ['SELECT \'?\', "?", [?], `?`, a -- ?\n, b /* ? */', 0],
    ["SELECT a -> '$.b', c ->> '$.d'", 0],
  ])('%s', (sql, params) => {
    expect(parseSql(sql)[0]?.params).toBe(params)
  })
})
