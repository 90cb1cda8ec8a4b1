import { expect, test } from 'vitest'
import { openTestDatabase } from '#tests/support/database.ts'
import { coverage } from './coverage.ts'
import { CHECKS, UNIQUES } from './rules/all.ts'
import { FOREIGN_KEYS } from './rules/foreign-keys.ts'
import { PRIMARY_KEYS } from './rules/primary-keys.ts'
import { readStructure } from './structure.ts'

// Every rule of the migrated database is broken by some case, and no case is about a rule that is gone.

const { client, close } = await openTestDatabase()
const structure = await readStructure(client)
await close()

/** The guard's new complaints after some SQL in a migrated database. */
async function noticedAfter(sql: string) {
  const changed = await openTestDatabase()
  await changed.client.executeMultiple(sql)
  const [before, after] = [coverage(structure), coverage(await readStructure(changed.client))]
  await changed.close()
  return {
    unproved: after.unproved.filter((rule) => !before.unproved.includes(rule)),
    outdated: after.outdated.filter((rule) => !before.outdated.includes(rule)),
  }
}

test('every rule of the database has a test', () => {
  expect(structure.checks.length).toBeGreaterThan(60)
  expect(structure.foreignKeys.length).toBeGreaterThan(20)
  expect(coverage(structure)).toEqual({ unproved: [], outdated: [] })
})

test('every rule is broken at least once and has a neighbour that is allowed', () => {
  const onesided = [...CHECKS, ...UNIQUES, ...PRIMARY_KEYS].filter(
    ({ refuses, allows }) => Object.keys(refuses).length === 0 || Object.keys(allows).length === 0,
  )
  expect(onesided.map(({ rule }) => rule)).toEqual([])
  expect(FOREIGN_KEYS.filter(({ dangling }) => Object.keys(dangling).length === 0)).toEqual([])
})

test('no rule is listed twice', () => {
  const names = [...CHECKS, ...UNIQUES, ...PRIMARY_KEYS, ...FOREIGN_KEYS].map(({ rule }) => rule)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test.each([
  [
    'a named CHECK, with parentheses and quotes in it',
    `CREATE TABLE gifts (id text PRIMARY KEY NOT NULL, CONSTRAINT "gifts_id" CHECK(id <> ')' and (length(id) > 1)))`,
    ['table gifts', 'check gifts_id on gifts', 'primary key gifts(id)'],
  ],
  [
    'a CHECK without a name',
    `CREATE TABLE gifts (id text PRIMARY KEY NOT NULL check (id <> ''))`,
    ['table gifts', 'check (nameless CHECK of gifts) on gifts', 'primary key gifts(id)'],
  ],
  [
    'a UNIQUE inside a table',
    `CREATE TABLE gifts (id text PRIMARY KEY NOT NULL, code text NOT NULL UNIQUE)`,
    ['table gifts', 'unique sqlite_autoindex_gifts_2 on gifts', 'primary key gifts(id)'],
  ],
  [
    'a unique index',
    'CREATE UNIQUE INDEX one_order_each ON orders (lower(customer_email)) WHERE is_sample = 0',
    ['unique one_order_each on orders'],
  ],
  [
    'a foreign key with its action',
    `CREATE TABLE gifts (id text PRIMARY KEY NOT NULL, order_id text NOT NULL REFERENCES orders(id) ON DELETE CASCADE)`,
    ['table gifts', 'primary key gifts(id)', 'foreign key gifts(order_id) → orders(id) on delete cascade'],
  ],
  [
    'a primary key of several columns',
    `CREATE TABLE gifts (id text NOT NULL, n integer NOT NULL, PRIMARY KEY (n, id))`,
    ['table gifts', 'primary key gifts(n, id)'],
  ],
  [
    'a column with a default',
    `ALTER TABLE orders ADD COLUMN gift text DEFAULT 'none'`,
    ['optional orders.gift', 'default of orders.gift'],
  ],
  [
    'a trigger',
    'CREATE TRIGGER never BEFORE DELETE ON orders BEGIN SELECT 1; END',
    ['trigger or view never'],
  ],
])('notices %s that no case is about', async (_, sql, unproved) => {
  expect(await noticedAfter(sql)).toEqual({ unproved, outdated: [] })
})

test('fails when a rule is missing', async () => {
  expect(await noticedAfter('DROP INDEX markets_name; DROP TABLE provider_events')).toEqual({
    unproved: [],
    outdated: ['table provider_events', 'unique markets_name on markets', 'primary key provider_events(id)'],
  })
})
