import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import type { Statement } from '#api/platform/database/condition.ts'
import { Overtaken } from '#api/platform/database/retry.ts'
import { type ChangeEntity, editConflict, isRefusedChange, recordChange } from './changes.ts'
import {
  type Bookkeeping,
  changedFields,
  createdFields,
  deletedFields,
  type Formatters,
} from './field-changes.ts'

// The one way to write a record that has a version and a history. Each write is one batch: libSQL over HTTP has no
// interactive transactions. Its first statement writes the history and is refused unless the record is still as it was read;
// the others have no condition.

type VersionedTable = SQLiteTable & {
  id: SQLiteColumn
  version: SQLiteColumn
  readonly $inferSelect: { id: string; version: number }
}

/**
 * A kind of record.
 * @typeParam Row a snapshot of a record: all columns of its table, and what else its history shows, such as lists
 */
export type VersionedRecord<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'] = Table['$inferSelect'],
> = {
  table: Table
  /** The name of the record in `change_records`. */
  entity: ChangeEntity
  notFound: ErrorCode
  formatters: Formatters<Row>
}

type Read = { id: string; version: number }

type Write = {
  /** Who does it; null when it is no person. */
  actorId: string | null
  /** ISO instant. */
  at: string
  /** A further condition, which must hold when it is written. */
  condition?: SQL | undefined
  /** Further statements of the batch. */
  statements?: readonly Statement[] | undefined
}

/** All columns of a new record but those that are set here. */
type NewValues<Table extends VersionedTable> = Omit<Table['$inferSelect'], Bookkeeping>

/** Makes a field that a record does not know a type error: it would not be stored. */
type Exact<Given, Known> = Given & Record<Exclude<keyof Given, keyof Known>, never>

/** @throws AppError `edit_conflict` when a record is not at the version that a form was made from any more */
export async function requireVersion(
  db: Db,
  { entity }: { entity: ChangeEntity },
  { id, version: current }: Read,
  version: number,
): Promise<void> {
  if (current !== version) throw await editConflict(db, entity, id, version)
}

/**
 * Creates a record.
 * @param write.name what its history calls it
 * @throws the database's violation of a UNIQUE or FOREIGN KEY rule
 */
export async function createRecord<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'],
  Values extends NewValues<Table>,
>(
  db: Db,
  { table, entity }: VersionedRecord<Table, Row>,
  write: Omit<Write, 'condition'> & { id: string; name: string; values: Exact<Values, Row> },
): Promise<void> {
  const { id, name, values, actorId, at, statements = [] } = write
  const fields = createdFields(name)
  await db.batch([
    recordChange(db, { entity, entityId: id, action: 'create', fields, actorId, version: 1, at }),
    db
      .insert<SQLiteTable>(table)
      .values({ ...columnsOf(table, values), id, version: 1, createdAt: at, updatedAt: at }),
    ...statements,
  ])
}

/**
 * Updates a record that is still at the version of its snapshot. A save that changes nothing writes nothing.
 * @param write.before the record as it was read
 * @param write.changes new values of its columns, and of what else its history shows
 * @returns false when nothing changes
 * @throws AppError `edit_conflict` when it is at another version, or not found; Overtaken when the condition does not hold;
 *   the database's violation of a rule
 */
export async function updateRecord<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'],
  Changes extends Partial<Row>,
>(
  db: Db,
  record: VersionedRecord<Table, Row>,
  write: Write & { before: Row; changes: Exact<Changes, Row> },
): Promise<boolean> {
  const [first, ...more] = updateStatements(db, record, write)
  if (!first) return false
  await writeAsRead(db, record, write.before, [first, ...more])
  return true
}

/**
 * The statements of {@link updateRecord}, for the batch of another record's write; none when nothing changes. The batch fails
 * unless the record is still as it was read.
 */
export function updateStatements<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'],
  Changes extends Partial<Row>,
>(
  db: Db,
  { table, entity, formatters }: VersionedRecord<Table, Row>,
  write: Write & { before: Row; changes: Exact<Changes, Row> },
): Statement[] {
  const { before, changes, actorId, at, condition, statements = [] } = write
  const fields = changedFields(formatters, before, { ...before, ...changes })
  if (fields.length === 0) return []
  const version = before.version + 1
  const change = { entity, entityId: before.id, action: 'update', fields, actorId, version, at } as const
  return [
    recordChange(db, change, stillAsRead(table, before, condition)),
    db
      .update<SQLiteTable>(table)
      .set({ ...columnsOf(table, changes), version, updatedAt: at })
      .where(eq(table.id, before.id)),
    ...statements,
  ]
}

/**
 * Deletes a record that is still at the version of its snapshot.
 * @param write.before the record as it was read
 * @param write.name what its history calls it
 * @throws as {@link updateRecord}
 */
export function deleteRecord<Table extends VersionedTable, Row extends Table['$inferSelect']>(
  db: Db,
  record: VersionedRecord<Table, Row>,
  write: Write & { before: Row; name: string },
): Promise<void> {
  const { table, entity, formatters } = record
  const { before, name, actorId, at, condition, statements = [] } = write
  const fields = deletedFields(formatters, name, before)
  const version = before.version + 1
  const change = { entity, entityId: before.id, action: 'delete', fields, actorId, version, at } as const
  return writeAsRead(db, record, before, [
    recordChange(db, change, stillAsRead(table, before, condition)),
    db.delete(table).where(eq(table.id, before.id)),
    ...statements,
  ])
}

/** The values that are columns of a table. */
function columnsOf(table: SQLiteTable, values: object): Record<string, unknown> {
  const columns = getTableColumns(table)
  return Object.fromEntries(Object.entries(values).filter(([name]) => name in columns))
}

/** True in a batch while a record is as it was read. */
export function isAtVersion(table: VersionedTable, { id, version }: Read): SQL {
  return sql`exists (select 1 from ${table} where id = ${id} and version = ${version})`
}

function stillAsRead(table: VersionedTable, read: Read, condition: SQL = sql`true`): SQL {
  return sql`${isAtVersion(table, read)} and ${condition}`
}

/** Writes a batch, and finds out why it was refused if it was. */
async function writeAsRead(
  db: Db,
  { table, entity, notFound }: { table: VersionedTable; entity: ChangeEntity; notFound: ErrorCode },
  { id, version }: Read,
  statements: readonly [Statement, ...Statement[]],
): Promise<void> {
  try {
    await db.batch(statements)
  } catch (error) {
    if (!isRefusedChange(error)) throw error
    const [now] = await db.select({ version: table.version }).from(table).where(eq(table.id, id))
    if (!now) throw new AppError(notFound)
    if (now.version !== version) throw await editConflict(db, entity, id, version)
    throw new Overtaken()
  }
}
