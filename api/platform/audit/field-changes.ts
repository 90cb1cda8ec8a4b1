import type { FieldChange } from './changes.ts'
import type { LIST_FIELDS } from './schema.ts'

/** The columns that the write path maintains itself; a history does not repeat them. */
export type Bookkeeping = 'id' | 'version' | 'createdAt' | 'updatedAt'

type ListField = (typeof LIST_FIELDS)[number]

/** A field in words for people: null when it is empty, the items of a list. */
type AuditValue = string | null | readonly string[]

/**
 * The text of each column of a row in its history, in the order of the history. A column that is missing here is a type
 * error. `ignored` is for columns that no form edits, or that change only together with a column that is formatted.
 */
export type Formatters<Row> = {
  readonly [Field in Exclude<keyof Row, Bookkeeping>]-?:
    | 'ignored'
    | ((value: Row[Field], row: Row) => Field extends ListField ? readonly string[] : string | null)
}

/** Formatter of a text that reads as it is stored. */
export const asText = (text: string | null): string | null => text

/** Formatter of a list that reads as it is stored. */
export const asList = (items: readonly string[]): readonly string[] => items

/** Formatter of a yes or no. */
export const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No')

/** Formatter of a number that may be missing. */
export const numberOrNull = (value: number | null): string | null => (value === null ? null : String(value))

/** The formatted fields of a row, in the order of its formatters. */
function toAuditFields<Row>(formatters: Formatters<Row>, row: Row): [field: string, value: AuditValue][] {
  return fieldsOf(formatters).flatMap((field) => {
    const format = formatters[field]
    return format === 'ignored' ? [] : [[field, format(row[field], row)]]
  })
}

function fieldsOf<Row>(formatters: Formatters<Row>) {
  return Object.keys(formatters) as (keyof Formatters<Row> & string)[]
}

/**
 * Compares two snapshots of a row, one change per field.
 * @throws Error when only `ignored` columns differ: a save that looks like no change would lose them
 */
export function changedFields<Row>(formatters: Formatters<Row>, before: Row, after: Row): FieldChange[] {
  const old = new Map(toAuditFields(formatters, before))
  const changes = toAuditFields(formatters, after).flatMap(([field, value]) =>
    fieldChange(field, old.get(field) ?? null, value),
  )
  if (changes.length > 0) return changes
  const lost = fieldsOf(formatters).find(
    (field) => formatters[field] === 'ignored' && before[field] !== after[field],
  )
  if (lost) throw new Error(`${lost} changes, but its history ignores it`)
  return []
}

/** A new record: its name alone, everything else can be read in the record. */
export function createdFields(name: string): FieldChange[] {
  return [{ field: null, before: null, after: name }]
}

/** A deleted record with all that it held, which can be read nowhere else afterwards. */
export function deletedFields<Row>(formatters: Formatters<Row>, name: string, row: Row): FieldChange[] {
  return [
    { field: null, before: name, after: null },
    ...toAuditFields(formatters, row).flatMap(([field, value]) => fieldChange(field, value, null)),
  ]
}

/**
 * The change of one field, or none. Of a list `before` is what was taken out and `after` what was put in, joined by
 * commas. A text is treated as a list of one item.
 */
function fieldChange(field: string, before: AuditValue, after: AuditValue): FieldChange[] {
  const [old, now] = [itemsOf(before), itemsOf(after)]
  const removed = [...old].filter((item) => !now.has(item))
  const added = [...now].filter((item) => !old.has(item))
  if (removed.length + added.length === 0) return []
  return [{ field, before: joined(removed), after: joined(added) }]
}

function itemsOf(value: AuditValue): Set<string> {
  if (value === null) return new Set()
  return new Set(typeof value === 'string' ? [value] : value)
}

function joined(items: readonly string[]): string | null {
  return items.length > 0 ? items.toSorted().join(', ') : null
}
