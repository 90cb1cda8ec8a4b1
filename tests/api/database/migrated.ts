import type { Client } from '@libsql/client'
import { openTestDatabase } from '#tests/support/database.ts'

/** A table's SQL: its columns and constraints, one each, and its unique indexes by their names. */
export type TableSql = { definitions: string[]; indexes: Map<string, string> }

/** The tables of a database by their names. */
export type Migrated = Map<string, TableSql>

/** The tables of a migrated database, as it has them written down. */
export async function readMigrated(): Promise<Migrated> {
  const { client, close } = await openTestDatabase()
  const tables = await readTables(client)
  await close()
  return tables
}

async function readTables(client: Client): Promise<Migrated> {
  const { rows } = await client.execute(
    // The search over orders has virtual tables.
    `SELECT * FROM sqlite_schema WHERE sql <> '' AND name NOT LIKE 'order_search%' ORDER BY type DESC`,
  )
  const tables: Migrated = new Map()
  for (const { type, name, tbl_name, sql } of rows) {
    const text = String(sql)
    if (type === 'table') tables.set(String(name), { definitions: definitionsOf(text), indexes: new Map() })
    else if (text.startsWith('CREATE UNIQUE')) tables.get(String(tbl_name))?.indexes.set(String(name), text)
  }
  return tables
}

/** All that a database is made of, in any order, but for the migrator's own table and the search over orders. */
export async function readStructure(client: Client): Promise<string[]> {
  const { rows } = await client.execute(
    `SELECT * FROM sqlite_schema WHERE sql <> '' AND tbl_name <> '__drizzle_migrations'
      AND name NOT LIKE 'order_search%' AND name NOT LIKE 'order_index%'`,
  )
  // A table that was rebuilt has another quote, and a column that was added is the last one.
  const tidy = (sql: string) => sql.replace(/\s+/g, ' ').replaceAll('"', '`')
  return rows
    .flatMap(({ type, name, sql }) =>
      type === 'table' ? definitionsOf(String(sql)).map((one) => `${name}: ${one}`) : [String(sql)],
    )
    .map(tidy)
    .sort()
}

/** The columns and constraints of a CREATE TABLE; CHECKs last. Those that were added with their column stand by themselves. */
export function definitionsOf(sql: string): string[] {
  const body = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'))
  const definitions = splitOutside(body, ',').flatMap((one) => one.split(/\s+(?=CONSTRAINT "\w+" CHECK)/))
  const references: string[] = []
  const others = definitions.map((one) =>
    one.replace(/^(`\w+`)(.*) REFERENCES (\w+)\((\w+)\)$/, (_, column, rest, parent, target) => {
      references.push(
        `FOREIGN KEY (${column}) REFERENCES \`${parent}\`(\`${target}\`) ON UPDATE no action ON DELETE no action`,
      )
      return column + rest
    }),
  )
  return [...others.filter((one) => !isCheck(one)), ...references, ...others.filter(isCheck)]
}

/** Splits a text where a separator stands outside of parentheses and quotes. */
export function splitOutside(text: string, separator: string): string[] {
  const parts = ['']
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const quoted = /^(['"`])(?:(?!\1).)*\1/s.exec(text.slice(at))?.[0]
    if (!quoted && text[at] === '(') depth++
    if (!quoted && text[at] === ')') depth--
    const isEnd = !quoted && depth === 0 && text.startsWith(separator, at)
    if (isEnd) parts.push('')
    else parts.push((parts.pop() ?? '') + (quoted ?? text[at]))
    at += (isEnd ? separator : (quoted ?? ' ')).length - 1
  }
  return parts.map((part) => part.trim())
}

export function createTable(name: string, definitions: string[]): string {
  return `CREATE TABLE "${name}" (${definitions.join(', ')})`
}

export const isCheck = (definition: string) => /^(CONSTRAINT\s+\S+\s+)?CHECK\b/i.test(definition)

/** @throws when the database has no such table */
export function tableSqlOf(migrated: Migrated, name: string): TableSql {
  const sql = migrated.get(name)
  if (!sql) throw new Error(`The migrated database has no table ${name}`)
  return sql
}
