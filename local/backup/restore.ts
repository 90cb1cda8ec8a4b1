import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Client, createClient, type InValue, LibsqlError } from '@libsql/client/web'
import { PlainError } from '#local/failure.ts'
import { migrateDatabase, migrateTo } from '#local/migrations.ts'
import { type Header, type Line, namesIn, readContents, type TableEnd, UNFINISHED } from './contents.ts'
import { readBackup } from './file.ts'
import { type Database, isConnectionError, selectTexts, silence } from './select.ts'
import { type BackupValue, fromBackup } from './values.ts'

/** The limits of one INSERT: the engine takes 32,766 values, and a request of a megabyte passes everywhere. */
const MAX_VALUES = 10_000
const MAX_CHARACTERS = 500_000
const ANSWER_MS = 120_000

const SEARCH_COLUMNS = 'reference, customer, email, delivery, shop, status, payment, assignment'
const SEARCH = `select (select count(*) from orders), (select count(*) from order_search), (select count(*) from (
  select key, ${SEARCH_COLUMNS} from order_index_rows except select rowid, ${SEARCH_COLUMNS} from order_search))`

type Migration = { tag: string; when: number }
type Tables = Map<string, TableEnd>

/** `known`: the migrations that the database had had. `later`: those of this code that came after them. */
export type Backup = { file: string; madeAt: string; root: string; known: Migration[]; later: Migration[] }

/**
 * Finds out whether a file is a whole backup that this code can restore.
 * @param root of the project
 * @throws PlainError when it is missing, damaged, no backup, or of newer code
 */
export async function openBackup(file: string, root: string): Promise<Backup> {
  const { madeAt, migrations } = await readHeader(file)
  const { entries } = await readJournal(root)
  const known = entries.slice(0, migrations.length)
  if (known.map(({ when }) => when).join() !== migrations.join()) {
    throw new PlainError(
      `${file} was made by other, newer code: its database has had ${migrations.length} migrations, and this code does not have them all (it has ${entries.length}). Restore it with the version of the code that made it, or a later one.`,
    )
  }
  return { file, madeAt, root, known, later: entries.slice(known.length) }
}

/**
 * Fills an empty database from a backup: makes the schema that the backup is of, loads it, compares every table's rows with
 * it, and only then runs later migrations and fills the order search.
 * @param say is told what was done, a sentence each
 * @returns what the backup holds of each table
 * @throws PlainError when the database is not empty, does not answer, or something is not as it was: the database then keeps
 * a table that says so
 */
export async function restoreBackup(
  database: Database,
  { file, root, known, later }: Backup,
  say: (sentence: string) => void,
): Promise<Tables> {
  await assertEmpty(database)
  const client = createClient({
    url: database.url,
    ...(database.authToken && { authToken: database.authToken }),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.timeout(ANSWER_MS) }),
  })
  try {
    await client.execute(`create table ${UNFINISHED} (of text)`)
    await migrateTo(client, root, known.length)
    say(`Made the tables as of migration ${known.at(-1)?.tag}.`)
    const tables = await load(client, file, say)
    await compare(database, tables)
    say('Compared: every table has the rows of the backup, with the same checksum.')
    await migrateDatabase(client, root)
    if (later.length > 0)
      say(`Ran the migrations that came later: ${later.map(({ tag }) => tag).join(', ')}.`)
    const orders = await checkReferencesAndSearch(client, database)
    say(`Checked: no row points at a missing one, and the search holds all ${orders} orders.`)
    await client.execute(`drop table ${UNFINISHED}`)
    return tables
  } catch (error) {
    if (error instanceof PlainError) throw incomplete(error.message)
    if (error instanceof LibsqlError) throw incomplete(`The database failed: ${error.message}.`)
    if (isConnectionError(error)) throw incomplete(silence(database, error))
    throw error
  } finally {
    client.close()
  }
}

function incomplete(reason: string): PlainError {
  return new PlainError(`${reason}\nThe restore is not complete: do not use this database, name a new one.`)
}

/** @throws PlainError as `readBackup` does */
async function readHeader(file: string): Promise<Header> {
  for await (const line of readBackup(file)) return JSON.parse(line) as Header
  throw new PlainError(`${file} is empty.`)
}

async function assertEmpty(database: Database): Promise<void> {
  const names = await namesIn(database)
  if (names.includes(UNFINISHED)) {
    throw new PlainError(
      `A restore into the database at ${database.name} was cut off: it is incomplete. Name a new, empty one.`,
    )
  }
  if (names.length > 0)
    throw new PlainError(`The database at ${database.name} is not empty. Name a new, empty one.`)
}

async function readJournal(root: string): Promise<{ entries: Migration[] }> {
  return JSON.parse(await readFile(join(root, 'drizzle/migrations/meta/_journal.json'), 'utf8'))
}

/** Writes all rows. @returns what the backup says about each table */
async function load(client: Client, file: string, say: (sentence: string) => void): Promise<Tables> {
  const tables: Tables = new Map()
  let table = { table: '', columns: [''] }
  let rows: BackupValue[][] = []
  let characters = 0
  const insert = async () => {
    if (rows.length === 0) return
    const columns = table.columns.map((column) => `"${column}"`).join()
    const row = `(${table.columns.map(() => '?').join()})`
    const sql = `insert into "${table.table}" (${columns}) values ${rows.map(() => row).join()}`
    const args: InValue[] = rows.flat().map(fromBackup)
    // Foreign keys are off while it runs: a row may point at a later one of its own table.
    await client.migrate([{ sql, args }])
    rows = []
    characters = 0
  }
  for await (const text of readBackup(file)) {
    const line = JSON.parse(text) as Line
    if (Array.isArray(line)) {
      rows.push(line)
      characters += text.length
      if (characters >= MAX_CHARACTERS || (rows.length + 1) * line.length > MAX_VALUES) await insert()
    } else if ('columns' in line) {
      table = line
    } else if ('sha256' in line) {
      await insert()
      tables.set(table.table, line)
      say(`${String(line.rows).padStart(9)} rows of ${table.table}`)
    }
  }
  return tables
}

/** @throws PlainError that names the tables whose rows differ */
async function compare(database: Database, expected: Tables): Promise<void> {
  const found: Tables = new Map()
  let table = ''
  for await (const text of readContents(database, '')) {
    if (text.startsWith('[')) continue
    const line = JSON.parse(text) as Line
    if ('columns' in line) table = line.table
    else if ('sha256' in line) found.set(table, line)
  }
  const names = [...new Set([...expected.keys(), ...found.keys()])]
  const different = names.filter((name) => {
    const [one, other] = [expected.get(name), found.get(name)]
    return one?.rows !== other?.rows || one?.sha256 !== other?.sha256
  })
  if (different.length > 0) throw new PlainError(`Not as in the backup: ${different.join(', ')}.`)
}

/** @returns how many orders the search holds @throws PlainError when something points nowhere, or the search is wrong */
async function checkReferencesAndSearch(client: Client, database: Database): Promise<number> {
  const { rows: broken } = await client.execute('pragma foreign_key_check')
  if (broken.length > 0)
    throw new PlainError(`${broken.length} rows point at missing ones, the first in ${broken[0]?.['table']}.`)
  const [[orders, searched, different] = []] = await selectTexts(database, SEARCH)
  if (orders !== searched || different !== '0')
    throw new PlainError('The order search does not hold what the orders say.')
  return Number(searched)
}
