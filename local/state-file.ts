import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'

export type StateFile = Database.Database

/**
 * Opens, or makes, the SQLite file in which a stand-in keeps what it knows over restarts.
 * `schema` is SQL that may run again and again (`create table if not exists …`).
 */
export function openStateFile(file: string, schema: string): StateFile {
  mkdirSync(dirname(file), { recursive: true })
  const database = new Database(file)
  database.exec('pragma journal_mode = wal')
  database.exec('pragma synchronous = normal')
  database.exec('pragma busy_timeout = 5000')
  database.exec(schema)
  return database
}
