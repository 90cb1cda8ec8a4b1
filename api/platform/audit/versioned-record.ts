import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { type Change, type ChangeEntity, isRecorded, recordChange } from './changes.ts'
import { editConflict } from './edit-conflict.ts'
import {
  type Bookkeeping,
  changedFields,
  createdFields,
  deletedFields,
  type Formatters,
} from './field-changes.ts'

// The one way to write a record that has a version and a history. Each write is one batch: libSQL over HTTP has no
// interactive transactions. Its first statement writes the history if the record is still as it was read; everything
// after it happens only if that history is there.

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
  /** What `change_records` calls it. */
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
  /** A further condition of the batch. */
  condition?: SQL | undefined
  /** Further statements of the batch. @param written true in the batch if the record was written */
  statements?: ((written: SQL) => readonly BatchItem<'sqlite'>[]) | undefined
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
  const { id, name, values, at } = write
  const entry = newEntry(write, { entityId: id, version: 1, action: 'create', fields: createdFields(name) })
  await db.batch([
    recordChange(db, { entity, ...entry }),
    db
      .insert<SQLiteTable>(table)
      .values({ ...columnsOf(table, values), id, version: 1, createdAt: at, updatedAt: at }),
    ...(write.statements?.(isRecorded(entry.id)) ?? []),
  ])
}

/**
 * Updates a record that is still at the version of its snapshot. A save that changes nothing writes nothing.
 * @param write.before the record as it was read
 * @param write.changes new values of its columns, and of what else its history shows
 * @returns `refused` when the condition does not hold
 * @throws AppError `edit_conflict` when it is at another version, or not found; the database's violation of a rule
 */
export async function updateRecord<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'],
  Changes extends Partial<Row>,
>(
  db: Db,
  record: VersionedRecord<Table, Row>,
  write: Write & { before: Row; changes: Exact<Changes, Row> },
): Promise<'updated' | 'unchanged' | 'refused'> {
  const { before } = write
  const update = updateStatements(db, record, write)
  if (update === null) return 'unchanged'
  const [, rows] = await db.batch(update)
  if (rows.length === 1) return 'updated'
  await refuseIfOvertaken(db, record, before)
  return 'refused'
}

/**
 * The statements of {@link updateRecord}, for the batch of another record's write; null when nothing changes. The caller makes
 * sure, by a condition of its own, that the record is still {@link isAtVersion as it was read}.
 */
export function updateStatements<
  Table extends VersionedTable,
  Row extends Table['$inferSelect'],
  Changes extends Partial<Row>,
>(
  db: Db,
  { table, entity, formatters }: VersionedRecord<Table, Row>,
  write: Write & { before: Row; changes: Exact<Changes, Row> },
) {
  const { before, changes } = write
  const fields = changedFields(formatters, before, { ...before, ...changes })
  if (fields.length === 0) return null
  const version = before.version + 1
  const entry = newEntry(write, { entityId: before.id, version, action: 'update', fields })
  const written = isRecorded(entry.id)
  return [
    recordChange(db, { entity, ...entry }, stillAsRead(table, before, write.condition)),
    db
      .update<SQLiteTable>(table)
      .set({ ...columnsOf(table, changes), version, updatedAt: write.at })
      .where(and(eq(table.id, before.id), written))
      .returning({ id: table.id }),
    ...(write.statements?.(written) ?? []),
  ] as const
}

/**
 * Deletes a record that is still at the version of its snapshot.
 * @param write.before the record as it was read
 * @param write.name what its history calls it
 * @returns false when the condition does not hold
 * @throws AppError `edit_conflict` when it is at another version, or not found
 */
export async function deleteRecord<Table extends VersionedTable, Row extends Table['$inferSelect']>(
  db: Db,
  record: VersionedRecord<Table, Row>,
  write: Write & { before: Row; name: string },
): Promise<boolean> {
  const { table, entity, formatters } = record
  const { before, name } = write
  const fields = deletedFields(formatters, name, before)
  const version = before.version + 1
  const entry = newEntry(write, { entityId: before.id, version, action: 'delete', fields })
  const [, rows] = await db.batch([
    recordChange(db, { entity, ...entry }, stillAsRead(table, before, write.condition)),
    db
      .delete(table)
      .where(and(eq(table.id, before.id), isRecorded(entry.id)))
      .returning({ id: table.id }),
    ...(write.statements?.(isRecorded(entry.id)) ?? []),
  ])
  if (rows.length === 1) return true
  await refuseIfOvertaken(db, record, before)
  return false
}

function newEntry(
  { actorId, at }: Write,
  about: Pick<Change, 'entityId' | 'version' | 'action' | 'fields'>,
): Omit<Change, 'entity'> & { id: string } {
  return { id: crypto.randomUUID(), actorId, at, ...about }
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

/** Throws when the record was changed or deleted since it was read. */
async function refuseIfOvertaken(
  db: Db,
  { table, entity, notFound }: { table: VersionedTable; entity: ChangeEntity; notFound: ErrorCode },
  { id, version }: Read,
): Promise<void> {
  const [now] = await db.select({ version: table.version }).from(table).where(eq(table.id, id))
  if (!now) throw new AppError(notFound)
  if (now.version !== version) throw await editConflict(db, entity, id, version)
}
