import type { TimelineEntry } from './schema.ts'
import type { readTimeline } from './timeline-queries.ts'

type Read = {
  [Part in keyof ReturnType<typeof readTimeline>]: Awaited<ReturnType<typeof readTimeline>[Part]>
}

/** Events, contacts and emails of an order as one list, oldest first. */
export function timelineOf({ events, contacts, messages }: Read): TimelineEntry[] {
  // Leave out `contact_added` events that have their note in the list.
  const noted = new Set(contacts.map(({ shopOrderId, createdAt }) => `${shopOrderId} ${createdAt}`))
  const isNoted = ({ kind, data, createdAt }: Read['events'][number]) =>
    kind === 'contact_added' && noted.has(`${data['shopOrderId']} ${createdAt}`)
  const entries: TimelineEntry[] = [
    ...events
      .filter((event) => !isNoted(event))
      .map(({ createdAt, ...event }) => ({ type: 'event' as const, at: createdAt, ...event })),
    ...contacts.map(({ id, createdAt, shop, note, email }) => ({
      type: 'contact' as const,
      id,
      at: createdAt,
      shop,
      note,
      email,
    })),
    ...messages.map(({ updatedAt, ...message }) => ({ type: 'email' as const, at: updatedAt, ...message })),
  ]
  return entries.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
