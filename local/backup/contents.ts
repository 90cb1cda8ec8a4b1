import { createHash } from 'node:crypto'
import { PlainError } from '#local/failure.ts'
import { type Database, select, selectTexts, toText } from './select.ts'
import { type BackupValue, toBackup } from './values.ts'

/** The first line of a backup. `migrations`: when each that the database has had was made, in milliseconds. */
export type Header = { madeAt: string; migrations: number[] }
/** The lines of a table: this one, its rows, and `TableEnd`. */
export type TableStart = { table: string; columns: string[] }
/** `sha256`: of the lines of the rows, each with its line feed. */
export type TableEnd = { rows: number; sha256: string }
export type Line = Header | TableStart | BackupValue[] | TableEnd

/** Is in a database while a restore into it is under way, and stays when that fails. */
export const UNFINISHED = 'restore_unfinished'
const MIGRATIONS = '__drizzle_migrations'
const NAMES = `select name, type from sqlite_master
  where name not like 'sqlite!_%' escape '!' and name not like 'libsql!_%' escape '!' order by name`
/** Before the tables come their names and the migrations. */
const FIRST_TABLE = 2
const REFERENCES = `select m.name, f."table" from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`

/** The names of everything in a database but what the engine keeps for itself. @throws PlainError as `select` does */
export async function namesIn(database: Database): Promise<string[]> {
  return (await selectTexts(database, NAMES)).map(([name]) => String(name))
}

/**
 * The lines of a backup: every row of every table that people fill, as of one moment. The tables of the order search are
 * left out: they are filled from the rows.
 * @param now ISO instant
 * @throws PlainError when there is no shop in the database, and as `select` does
 */
export async function* readContents(database: Database, now: string): AsyncGenerator<string> {
  const names = await selectTexts(database, NAMES)
  if (!names.some(([name]) => name === MIGRATIONS))
    throw new PlainError(`There is no shop in the database at ${database.name}.`)
  const tables = parentsFirst(
    names.flatMap(([name, type]) => (name && type === 'table' && isFilled(name) ? [name] : [])),
    await selectTexts(database, REFERENCES),
  )
  const parts = select(database, [
    NAMES,
    `select created_at from ${MIGRATIONS} order by created_at`,
    ...tables.map((table) => `select * from "${table}" order by rowid`),
  ])

  const namesThen: (string | null)[][] = []
  const migrations: number[] = []
  let statement = 0
  let rows = 0
  let hash = createHash('sha256')
  const end = () => JSON.stringify({ rows, sha256: hash.digest('hex') } satisfies TableEnd)
  for await (const part of parts) {
    if ('row' in part && statement === 0) namesThen.push(part.row.map(toText))
    else if ('row' in part && statement === 1) migrations.push(Number(part.row.map(toText)[0]))
    else if ('row' in part) {
      const line = JSON.stringify(part.row.map(toBackup))
      rows += 1
      hash.update(`${line}\n`)
      yield line
    } else {
      statement = part.statement
      const table = tables[statement - FIRST_TABLE]
      if (table === undefined) continue
      if (statement > FIRST_TABLE) yield end()
      else yield header(namesThen, names, { madeAt: now, migrations })
      rows = 0
      hash = createHash('sha256')
      yield JSON.stringify({ table, columns: part.columns } satisfies TableStart)
    }
  }
  yield end()
}

function header(namesThen: unknown, names: unknown, content: Header): string {
  if (JSON.stringify(namesThen) !== JSON.stringify(names))
    throw new PlainError('The tables were changed during the backup. Start it again.')
  return JSON.stringify(content)
}

/** Every table of the search begins with order_search: see drizzle/order-search.ts. */
function isFilled(table: string): boolean {
  return table !== MIGRATIONS && table !== UNFINISHED && !table.startsWith('order_search')
}

/**
 * Tables in an order in which each comes after those that its rows point at. The search's triggers of the migrations before
 * 0021 need it, too: they read what a row points at.
 */
function parentsFirst(tables: string[], references: (string | null)[][]): string[] {
  const ordered = new Set<string>()
  const begun = new Set<string>()
  const add = (table: string) => {
    if (begun.has(table)) return
    begun.add(table)
    for (const parent of tables) {
      if (references.some(([from, to]) => from === table && to === parent)) add(parent)
    }
    ordered.add(table)
  }
  tables.forEach(add)
  return [...ordered]
}
