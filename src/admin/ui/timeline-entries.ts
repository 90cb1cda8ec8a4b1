import type { TimelineEntry } from '#api/platform/audit/schema.ts'

export const FILTERS = ['All', 'Notes', 'Emails'] as const
export type Filter = (typeof FILTERS)[number]

export type Entry<Type extends TimelineEntry['type']> = Extract<TimelineEntry, { type: Type }>

/** An entry of the timeline with the emails that it caused. */
export type Shown = { entry: TimelineEntry; emails: readonly Entry<'email'>[] }

/**
 * The entries that a filter shows, oldest first. An email stands below the event of its instant, the last one of several; by
 * itself where emails are asked for, or where nothing in the timeline caused it.
 */
export function entriesShown(entries: readonly TimelineEntry[], filter: Filter): Shown[] {
  const alone = (entry: TimelineEntry): Shown => ({ entry, emails: [] })
  if (filter === 'Emails') return entries.filter(({ type }) => type === 'email').map(alone)
  if (filter === 'Notes') return entries.filter(isNote).map(alone)
  const causes = new Map(entries.flatMap((entry) => (entry.type === 'event' ? [[entry.at, entry.id]] : [])))
  const emails = entries.filter((entry) => entry.type === 'email')
  return entries.flatMap((entry) => {
    if (entry.type === 'email') return causes.has(entry.causedAt) ? [] : [alone(entry)]
    return [{ entry, emails: emails.filter(({ causedAt }) => causes.get(causedAt) === entry.id) }]
  })
}

const isNote = (entry: TimelineEntry) =>
  entry.type === 'contact' || (entry.type === 'event' && entry.kind === 'note_added')
