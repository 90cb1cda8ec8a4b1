import { expect, test } from 'vitest'
import { CASES } from './cases.ts'
import { checkFailures, nullFailures, referenceFailures, typeFailures, uniqueFailures } from './failures.ts'
import { partsOf } from './kinds.ts'
import { loosenedChecks, loosenedColumns, loosenedReferences, loosenedUniques } from './loosened.ts'
import { readMigrated, type TableSql, tableSqlOf } from './migrated.ts'
import { describeRules } from './rules-document.ts'
import { TABLES } from './schema.ts'

// What the schema says, tried on what the migrations made: all is derived, so that a new column, CHECK, index or
// foreign key is tested without a line. Each rule is then taken out or loosened, and its own test has to notice.

const migrated = await readMigrated()
const COLUMNS = TABLES.flatMap(({ columns }) => columns)
const CHECKS = TABLES.flatMap(({ checks }) => checks)
const UNIQUES = TABLES.flatMap(({ uniques }) => uniques)
const REFERENCES = TABLES.flatMap(({ references }) => references)

const sqlOf = ({ table }: { table: string }) => tableSqlOf(migrated, table)
const among = (table: string, sql: TableSql) => new Map([...migrated, [table, sql]])
const isNoticed = (failures: Generator<string>) => failures.next().done === false

/** The SQL that a rule's own test takes for right, though the rule is looser in it. */
function unnoticed(loosened: TableSql[], right: TableSql, failures: (sql: TableSql) => Generator<string>) {
  const known = [...right.definitions, ...right.indexes.values()]
  return loosened
    .filter((sql) => !isNoticed(failures(sql)))
    .map(({ definitions, indexes }) =>
      [...definitions, ...indexes.values()].filter((one) => !known.includes(one)),
    )
}

test.each(CHECKS)('the CHECK $name refuses and takes what it should', (check) => {
  const failures = (sql: TableSql) => checkFailures(check, sql)
  expect([...failures(sqlOf(check))]).toEqual([])
  expect(unnoticed(loosenedChecks(check, sqlOf(check)), sqlOf(check), failures)).toEqual([])
})

test.each(COLUMNS)('$name of $table has to be given or not, and has its default', (column) => {
  const failures = (sql: TableSql) => nullFailures(column, sql)
  expect([...failures(sqlOf(column))]).toEqual([])
  expect(unnoticed(loosenedColumns(column, sqlOf(column)), sqlOf(column), failures)).toEqual([])
})

test.each(UNIQUES)('$name is unique', (unique) => {
  const targets = unique.keys.map(({ column }) => column).join()
  const needing = REFERENCES.filter(
    ({ parentColumns }) => parentColumns.length > 1 && parentColumns.join() === targets,
  )
  function* failures(sql: TableSql) {
    yield* uniqueFailures(unique, sql)
    // An index with the primary key in it refuses nothing more, but a foreign key needs it.
    for (const reference of needing) yield* referenceFailures(reference, among(unique.table, sql))
  }
  expect([...failures(sqlOf(unique))]).toEqual([])
  expect(unnoticed(loosenedUniques(unique, sqlOf(unique)), sqlOf(unique), failures)).toEqual([])
})

test.each(REFERENCES)('$columns of $table refers to $parent', (reference) => {
  const failures = (sql: TableSql) => referenceFailures(reference, among(reference.table, sql))
  expect([...failures(sqlOf(reference))]).toEqual([])
  expect(unnoticed(loosenedReferences(reference, sqlOf(reference)), sqlOf(reference), failures)).toEqual([])
})

test('a column with a list, a whole number, a flag or a JSON object takes nothing else, but for these', () => {
  const unchecked = COLUMNS.filter((column) => isNoticed(typeFailures(column, sqlOf(column))))
  expect(unchecked.map(({ table, name }) => `${table}.${name}`)).toEqual([
    'users.totp_last_step',
    'security_events.kind',
    'refunds.share',
    'outbox.delivery',
    'change_records.version',
    'order_events.seq',
  ])
})

test('cases are written for CHECKs of no known kind only', () => {
  const wanted = CHECKS.filter((check) => !partsOf(check)).map(({ name }) => name)
  expect(Object.keys(CASES).sort()).toEqual(wanted.sort())
})

// A rule that is weaker in the schema and in the database alike: `-u` writes the new one, to be read in its diff.
test('no rule is other than recorded', async () => {
  await expect(describeRules()).toMatchFileSnapshot('rules.txt')
})
