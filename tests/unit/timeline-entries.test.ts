import { expect, test } from 'vitest'
import type { TimelineEntry } from '#api/platform/audit/schema.ts'
import { entriesShown, type Filter } from '#src/admin/ui/timeline-entries.ts'

const at = (minute: number) => `2026-06-04T12:${String(minute).padStart(2, '0')}:00.000Z`

const event = (id: string, minute: number, kind = 'assigned'): TimelineEntry => ({
  type: 'event',
  id,
  at: at(minute),
  kind,
  actor: 'admin',
  actorEmail: null,
  data: {},
})

/** Caused at one minute, with its last news at another. */
const email = (id: string, caused: number, news: number): TimelineEntry => ({
  type: 'email',
  id,
  at: at(news),
  causedAt: at(caused),
  kind: 'florist-order',
  channel: 'mail',
  recipient: 'stems@example.com',
  status: 'sent',
  delivery: null,
  reason: null,
  nextTryAt: null,
  phone: null,
  contactName: null,
  sentAgainTo: null,
})

const contact: TimelineEntry = {
  type: 'contact',
  id: 'contact',
  at: at(4),
  shop: 'Stems',
  note: 'x',
  email: null,
}

const ENTRIES = [
  event('danger', 1, 'promise_in_danger'),
  event('assigned', 1),
  event('note', 3, 'note_added'),
  contact,
  email('first', 1, 5),
  email('orphan', 2, 6),
  email('second', 1, 7),
]

const shown = (filter: Filter) =>
  entriesShown(ENTRIES, filter).map(({ entry, emails }) =>
    [entry.id, ...emails.map(({ id }) => id)].join(' '),
  )

test('emails stand below what caused them: the last event of their instant', () => {
  expect(shown('All')).toEqual(['danger', 'assigned first second', 'note', 'contact', 'orphan'])
})

test('notes are those of staff, about the order and to shops', () => {
  expect(shown('Notes')).toEqual(['note', 'contact'])
})

test('emails that are asked for stand by themselves, by their last news', () => {
  expect(shown('Emails')).toEqual(['first', 'orphan', 'second'])
})
