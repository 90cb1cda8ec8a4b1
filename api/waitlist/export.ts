import type { Deps } from '#api/deps.ts'
import { csvStream } from '#api/platform/csv.ts'
import { nextEntries, type WaitlistExportRow } from './admin-queries.ts'
import type { WaitlistFilter } from './schema.ts'

/** Entries in memory at a time. */
const CHUNK_SIZE = 1_000

const COLUMNS: readonly (readonly [heading: string, cell: (entry: WaitlistExportRow) => string])[] = [
  ['Email', ({ email }) => email],
  ['City', ({ city }) => city],
  ['State', ({ state }) => state],
  ['ZIP code', ({ zipCode }) => zipCode],
  ['Story', ({ story }) => story ?? ''],
  ['Contacted', ({ contacted }) => (contacted ? 'yes' : 'no')],
  ['Added', ({ createdAt }) => createdAt],
  ['Notified', ({ notifiedAt }) => notifiedAt ?? ''],
  ['Unsubscribed', ({ unsubscribedAt }) => unsubscribedAt ?? ''],
]

/** The waitlist as CSV, newest first. Instants are ISO. */
export function exportWaitlist(deps: Deps, filter: WaitlistFilter): Promise<ReadableStream<Uint8Array>> {
  return csvStream(deps, COLUMNS, CHUNK_SIZE, async (after) =>
    nextEntries(deps.db, filter, after, CHUNK_SIZE),
  )
}
