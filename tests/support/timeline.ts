import type { TimelineEntry } from '#api/platform/audit/schema.ts'

type Entry<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>

/** The entries of a timeline that are of one type, oldest first. */
export function entriesOf<Type extends TimelineEntry['type']>(
  { timeline }: { timeline: readonly TimelineEntry[] },
  type: Type,
): Entry<Type>[] {
  return timeline.filter((entry): entry is Entry<Type> => entry.type === type)
}
