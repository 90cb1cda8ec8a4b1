import { and, asc, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#api/deps.ts'
import { AppError, type ErrorCode } from '#api/errors.ts'
import { isNotNullViolation } from '#api/platform/database/constraint.ts'
import { users } from '#drizzle/schema/accounts.ts'
import { type CHANGE_ACTIONS, type CHANGE_ENTITIES, changeRecords } from '#drizzle/schema/messages.ts'
import { LIST_FIELDS } from './schema.ts'

/** As many as a detail page shows. */
const HISTORY_MAX = 50
/** As many as a list shows beside its records. */
const HISTORIES_MAX = 500

export type ChangeEntity = (typeof CHANGE_ENTITIES)[number]

/** A change of a field, in words for people; `field` is null for the whole record. */
export type FieldChange = { field: string | null; before: string | null; after: string | null }

type Change = {
  entity: ChangeEntity
  entityId: string
  action: (typeof CHANGE_ACTIONS)[number]
  fields: readonly FieldChange[]
  /** Who did it: a user's id. */
  actorId: string | null
  /** The version of the record that this change makes. */
  version: number
  /** ISO instant. */
  at: string
}

/**
 * Writes who changed what, a row a field, as a statement for a batch. It stands before the write that it is about.
 * @param condition of the write at this point of the batch, which fails without it: {@link isRefusedChange}
 */
export function recordChange(db: Db, change: Change, condition: SQL = sql`true`) {
  const { entity, entityId, action, fields, actorId, version, at } = change
  return db.run(sql`
    insert into ${changeRecords} (id, entity, entity_id, action, field, before, after, actor_id, version, created_at)
    select ${crypto.randomUUID()} || '-' || key, ${entity}, case when ${condition} then ${entityId} end, ${action},
      value ->> 'field', value ->> 'before', value ->> 'after', ${actorId}, ${version}, ${at}
    from json_each(${JSON.stringify(fields)})`)
}

/** Throws an error with a code where a batch was refused because the condition of its change did not hold. */
export function refuseAs(code: ErrorCode) {
  return (error: unknown): never => {
    throw isRefusedChange(error) ? new AppError(code) : error
  }
}

/** True if a batch was refused because the condition of its change did not hold. */
export function isRefusedChange(error: unknown): boolean {
  return isNotNullViolation(error, 'change_records.entity_id')
}

const CHANGE = {
  id: changeRecords.id,
  action: changeRecords.action,
  field: changeRecords.field,
  before: changeRecords.before,
  after: changeRecords.after,
  actorEmail: users.email,
  createdAt: changeRecords.createdAt,
}

function selectChanges(db: Db, entity: ChangeEntity, entityId: string, also?: SQL) {
  return db
    .select(CHANGE)
    .from(changeRecords)
    .leftJoin(users, eq(users.id, changeRecords.actorId))
    .where(and(eq(changeRecords.entity, entity), eq(changeRecords.entityId, entityId), also))
}

/** The history of a record, newest first, with the emails of those who made it; fits into a batch. */
export function changesOf(db: Db, entity: ChangeEntity, entityId: string) {
  return selectChanges(db, entity, entityId)
    .orderBy(desc(changeRecords.createdAt), desc(changeRecords.version), sql`${changeRecords}.rowid`)
    .limit(HISTORY_MAX)
}

/** The last changes of all records of a kind, newest first; fits into a batch. */
export function changesOfAll(db: Db, entity: ChangeEntity) {
  return db
    .select({ ...CHANGE, entityId: changeRecords.entityId })
    .from(changeRecords)
    .leftJoin(users, eq(users.id, changeRecords.actorId))
    .where(eq(changeRecords.entity, entity))
    .orderBy(desc(changeRecords.createdAt), desc(changeRecords.version), sql`${changeRecords}.rowid`)
    .limit(HISTORIES_MAX)
}

/** Reads the changes of a record's fields after a version of it, oldest first. */
function changesSince(db: Db, entity: ChangeEntity, entityId: string, version: number) {
  return selectChanges(db, entity, entityId, gt(changeRecords.version, version)).orderBy(
    asc(changeRecords.version),
    sql`${changeRecords}.rowid`,
  )
}

type Since = Awaited<ReturnType<typeof changesSince>>[number]

/** A message shows this many items of a list. */
const ITEMS_SHOWN = 8

/**
 * The refusal of a second save: an issue for each field that others have changed since a version was read.
 * @param version the one that the refused save was made from
 */
export async function editConflict(
  db: Db,
  entity: ChangeEntity,
  entityId: string,
  version: number,
): Promise<AppError> {
  const changes = await changesSince(db, entity, entityId, version)
  const byField = Map.groupBy(
    changes.filter(({ field }) => field !== null),
    ({ field }) => field ?? '',
  )
  const issues = [...byField].flatMap(([path, changes]) => {
    const last = changes.at(-1)
    if (!last) return []
    const isList = LIST_FIELDS.some((field) => field === path)
    const did = isList ? describeListChanges(changes) : describeChange(last)
    return [{ path, message: `${last.actorEmail ?? 'Someone'} ${did} at ${last.createdAt}` }]
  })
  return new AppError('edit_conflict', { issues })
}

function describeChange({ after }: Since): string {
  return after === null ? 'cleared this' : `changed this to “${after}”`
}

/** Sums up several changes of one list. */
function describeListChanges(changes: readonly Since[]): string {
  const [added, removed] = [new Set<string>(), new Set<string>()]
  for (const { before, after } of changes) {
    for (const item of itemsOf(before)) if (!added.delete(item)) removed.add(item)
    for (const item of itemsOf(after)) if (!removed.delete(item)) added.add(item)
  }
  const did = [
    added.size > 0 && `added ${firstItems(added)}`,
    removed.size > 0 && `removed ${firstItems(removed)}`,
  ]
  return did.filter(Boolean).join(' and ') || 'changed this and changed it back'
}

function itemsOf(text: string | null): string[] {
  return text === null ? [] : text.split(', ')
}

function firstItems(items: ReadonlySet<string>): string {
  const all = [...items].toSorted()
  const more = all.length - ITEMS_SHOWN
  return more > 0 ? `${all.slice(0, ITEMS_SHOWN).join(', ')} and ${more} more` : all.join(', ')
}
