import type { Db } from '#api/deps.ts'
import { AppError } from '#api/errors.ts'
import { type ChangeEntity, changesSince } from './changes.ts'
import { LIST_FIELDS } from './schema.ts'

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
  const byField = new Map<string, Since[]>()
  for (const change of await changesSince(db, entity, entityId, version)) {
    if (change.field !== null) byField.set(change.field, [...(byField.get(change.field) ?? []), change])
  }
  const issues = [...byField].flatMap(([path, changes]) => {
    const last = changes.at(-1)
    if (!last) return []
    const did = LIST_FIELDS.some((field) => field === path)
      ? describeListChanges(changes)
      : describeChange(last)
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
    ...(added.size > 0 ? [`added ${firstItems(added)}`] : []),
    ...(removed.size > 0 ? [`removed ${firstItems(removed)}`] : []),
  ]
  return did.join(' and ') || 'changed this and changed it back'
}

function itemsOf(text: string | null): string[] {
  return text === null ? [] : text.split(', ')
}

function firstItems(items: ReadonlySet<string>): string {
  const all = [...items].toSorted()
  const more = all.length - ITEMS_SHOWN
  return more > 0 ? `${all.slice(0, ITEMS_SHOWN).join(', ')} and ${more} more` : all.join(', ')
}
