import type { Page } from '#api/platform/database/paging-schema.ts'
import type { recordQueries } from '#src/admin/client/record-queries.ts'
import type { Deletion } from './delete-dialog.tsx'

type Id = { id: string }

/** A kind of record that has a list, a detail screen and a form: what these have in common. */
export type RecordKind<Row extends Id, Detail extends Id> = {
  /** `Market` */
  name: string
  path: 'markets' | 'products' | 'shops'
  queries: Pick<
    ReturnType<typeof recordQueries<Page<Row>, Detail, never, unknown, never, unknown>>,
    'list' | 'one' | 'read'
  >
  /** The part of the cache that is not true any more once one is saved or deleted. */
  touches: readonly string[]
  /** Labels of its fields on its form and in its history. */
  labels: Readonly<Record<string, string>>
  titleOf: (record: Row | Detail) => string
  /** The question before one is deleted, and what deleting it does. */
  deletionOf: (record: Row | Detail) => Pick<Deletion, 'title' | 'description' | 'label' | 'run'>
}

/** The path of a list, with its name: `Markets`. */
export function listOf({ name, path }: Pick<RecordKind<Id, Id>, 'name' | 'path'>) {
  return { label: `${name}s`, to: `/admin/${path}` } as const
}

export function deletionOf<Row extends Id, Detail extends Id>(
  { name, touches, deletionOf }: RecordKind<Row, Detail>,
  record: Row | Detail,
): Deletion {
  return {
    ...deletionOf(record),
    success: `${name} deleted successfully`,
    failure: `Failed to delete ${name.toLowerCase()}`,
    touches,
  }
}
