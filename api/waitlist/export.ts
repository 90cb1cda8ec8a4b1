import type { Deps } from '#api/deps.ts'
import { BYTE_ORDER_MARK, csv } from '#api/platform/csv.ts'
import { logFailure } from '#api/platform/failure.ts'
import { nextEntries, type WaitlistExportRow } from './admin-queries.ts'
import type { WaitlistFilter } from './schema.ts'

/** Entries in memory at a time. */
const CHUNK_SIZE = 1_000

const HEADINGS = [
  'Email',
  'City',
  'State',
  'ZIP code',
  'Story',
  'Contacted',
  'Added',
  'Notified',
  'Unsubscribed',
]

/**
 * The waitlist as CSV (RFC 4180, UTF-8), newest first, read in chunks as fast as the download goes. Instants are ISO.
 * @returns after the first chunk was read, so that a database that is down gives an error answer
 */
export async function exportWaitlist(
  deps: Deps,
  filter: WaitlistFilter,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let page = await nextEntries(deps.db, filter, null, CHUNK_SIZE)
  let start = BYTE_ORDER_MARK + csv([HEADINGS])
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(start + csv(page.map(cells))))
      start = ''
      const last = page.at(-1)
      if (!last || page.length < CHUNK_SIZE) return controller.close()
      try {
        page = await nextEntries(deps.db, filter, last, CHUNK_SIZE)
      } catch (error) {
        // Aborts the download: half a file must not look complete.
        logFailure(deps, 'export_failed', error)
        throw error
      }
    },
  })
}

function cells(entry: WaitlistExportRow): string[] {
  return [
    entry.email,
    entry.city,
    entry.state,
    entry.zipCode,
    entry.story ?? '',
    entry.contacted ? 'yes' : 'no',
    entry.createdAt,
    entry.notifiedAt ?? '',
    entry.unsubscribedAt ?? '',
  ]
}
