import type { FieldChange } from './changes.ts'

/** A record as its history tells it: each field in words for people, null when it is empty. */
export type Told = Readonly<Record<string, string | null>>

/** What is different between two states of a record, a change a field. */
export function fieldChanges(before: Told, after: Told): FieldChange[] {
  return Object.entries(after).flatMap(([field, value]) => {
    const was = before[field] ?? null
    return was === value ? [] : [{ field, before: was, after: value }]
  })
}

/**
 * What is different between two lists: `before` is what was taken out of it, `after` what was put in, joined by
 * commas; no change when they hold the same.
 */
export function listChange(
  field: string,
  before: readonly string[],
  after: readonly string[],
): FieldChange[] {
  const [old, now] = [new Set(before), new Set(after)]
  const removed = before.filter((item) => !now.has(item))
  const added = after.filter((item) => !old.has(item))
  if (removed.length + added.length === 0) return []
  return [{ field, before: joined(removed), after: joined(added) }]
}

function joined(items: readonly string[]): string | null {
  return items.length > 0 ? items.toSorted().join(', ') : null
}

/** A record that was made. */
export function made(name: string): FieldChange[] {
  return [{ field: null, before: null, after: name }]
}

/** A record that is taken away, with all that it held: the history is the only place where it can be read afterwards. */
export function removed(name: string, told: Told): FieldChange[] {
  const held = Object.entries(told).filter(([, value]) => value !== null)
  return [
    { field: null, before: name, after: null },
    ...held.map(([field, before]) => ({ field, before, after: null })),
  ]
}
