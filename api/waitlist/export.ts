import type { Deps } from '#api/deps.ts'
import { BYTE_ORDER_MARK, csv } from '#api/platform/csv.ts'
import { logFailure } from '#api/platform/failure.ts'
import { nextEntries, type WaitlistExportRow } from './admin-queries.ts'
import type { WaitlistFilter } from './admin-schema.ts'

/** As many entries as are in memory at a time. */
const AT_A_TIME = 1_000

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
 * The waitlist as CSV (RFC 4180, UTF-8), newest first: what a filter lets through, read page by page as fast as it is
 * taken. No cell is a formula to a spreadsheet; such a text gets an apostrophe. Instants are ISO.
 * @returns once the first page was read: a database that is down is an answer, not half a file
 */
export async function exportWaitlist(
  deps: Deps,
  filter: WaitlistFilter,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let page = await nextEntries(deps.db, filter, null, AT_A_TIME)
  let begin = BYTE_ORDER_MARK + csv([HEADINGS])
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(begin + csv(page.map(cells))))
      begin = ''
      const last = page.at(-1)
      if (!last || page.length < AT_A_TIME) return controller.close()
      try {
        page = await nextEntries(deps.db, filter, last, AT_A_TIME)
      } catch (error) {
        // Breaks the download off: nobody takes half of it for the whole.
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
