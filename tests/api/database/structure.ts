import type { Client, Row } from '@libsql/client'

export type Column = {
  table: string
  name: string
  type: string
  required: boolean
  /** As SQL writes it; null: none. */
  byDefault: string | null
}
export type Check = { table: string; name: string; condition: string }
export type Index = { table: string; name: string; unique: boolean; sql: string; columns: (string | null)[] }
export type PrimaryKey = { table: string; columns: string[] }

/** Everything a database refuses or looks up by, read from the database itself. */
export type Structure = {
  tables: string[]
  columns: Column[]
  checks: Check[]
  indexes: Index[]
  primaryKeys: PrimaryKey[]
  /** `order_items(product_id) → products(id) on delete set null` */
  foreignKeys: string[]
  /** Triggers and views: the shop has none but those of the search, so that a rule is always one of the above. */
  others: string[]
}

/** The search over orders is no rule and not of the schema: order-search.test.ts holds it to the orders. */
const OF_THE_SEARCH = /^order_(search|index)_?/

/** Reads the structure of a database; the migrator's own table and the search over orders are left out. */
export async function readStructure(client: Client): Promise<Structure> {
  const rows = async (sql: string, ...args: string[]) => (await client.execute({ sql, args })).rows
  const master = (
    await rows(
      "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name",
    )
  ).filter(({ name, tbl_name }) => tbl_name !== '__drizzle_migrations' && !OF_THE_SEARCH.test(String(name)))
  const tables = master.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  const structure: Structure = {
    tables,
    columns: [],
    checks: [],
    indexes: [],
    primaryKeys: [],
    foreignKeys: [],
    others: master.filter(({ type }) => type !== 'table' && type !== 'index').map(({ name }) => String(name)),
  }
  const sqlOf = (name: string) => String(master.find((entry) => entry['name'] === name)?.['sql'] ?? '')
  for (const table of tables) {
    const columns = await rows('SELECT * FROM pragma_table_info(?)', table)
    structure.columns.push(...columns.map((column) => readColumn(table, column)))
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a['pk']) - Number(b['pk']))
    structure.primaryKeys.push({ table, columns: key.map(({ name }) => String(name)) })
    structure.checks.push(...readChecks(table, sqlOf(table)))
    structure.foreignKeys.push(
      ...readForeignKeys(
        table,
        await rows('SELECT * FROM pragma_foreign_key_list(?) ORDER BY id, seq', table),
      ),
    )
    for (const index of await rows("SELECT * FROM pragma_index_list(?) WHERE origin <> 'pk'", table)) {
      const name = String(index['name'])
      const parts = await rows('SELECT name FROM pragma_index_info(?) ORDER BY seqno', name)
      structure.indexes.push({
        table,
        name,
        unique: index['unique'] === 1,
        sql: tidy(sqlOf(name)),
        columns: parts.map((part) => (part['name'] === null ? null : String(part['name']))),
      })
    }
  }
  return structure
}

function readColumn(table: string, column: Row): Column {
  return {
    table,
    name: String(column['name']),
    type: String(column['type']),
    required: column['notnull'] === 1,
    byDefault: column['dflt_value'] === null ? null : String(column['dflt_value']),
  }
}

/** The CHECKs of a CREATE TABLE. One without a name gets one that no list of rules can hold. */
function readChecks(table: string, sql: string): Check[] {
  return [...sql.matchAll(/(?:CONSTRAINT\s+["`](\w+)["`]\s+)?\bCHECK\s*\(/gi)].map((match) => ({
    table,
    name: match[1] ?? `(nameless CHECK of ${table})`,
    condition: tidy(upToClosing(sql.slice(match.index + match[0].length))),
  }))
}

/** The text before the parenthesis that closes one opened before; parentheses in quotes do not count. */
function upToClosing(sql: string): string {
  let depth = 1
  let quoted = false
  for (let at = 0; at < sql.length; at++) {
    if (sql[at] === "'") quoted = !quoted
    if (quoted) continue
    if (sql[at] === '(') depth++
    if (sql[at] === ')') depth--
    if (depth === 0) return sql.slice(0, at)
  }
  throw new Error(`Nothing closes: ${sql}`)
}

function readForeignKeys(table: string, parts: Row[]): string[] {
  return [...new Set(parts.map(({ id }) => id))].map((id) => {
    const own = parts.filter((part) => part['id'] === id)
    const [first] = own
    const from = own.map((part) => part['from']).join(', ')
    const to = own.map((part) => part['to']).join(', ')
    const onDelete = String(first?.['on_delete']).toLowerCase()
    const onUpdate = String(first?.['on_update']).toLowerCase()
    const update = onUpdate === 'no action' ? '' : ` on update ${onUpdate}`
    return `${table}(${from}) → ${first?.['table']}(${to}) on delete ${onDelete}${update}`
  })
}

function tidy(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim()
}
