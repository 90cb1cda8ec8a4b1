import type { Deps } from '#api/deps.ts'
import { BYTE_ORDER_MARK, csv, csvAmount } from '#api/platform/csv.ts'
import { logFailure } from '#api/platform/failure.ts'
import { nextOrders, type OrderExportRow } from './list-queries.ts'
import type { OrderFilter } from './schema.ts'

/** How many orders are in memory at a time. */
const BATCH_SIZE = 500

const COLUMNS: readonly (readonly [heading: string, cell: (order: OrderExportRow) => string])[] = [
  ['Order #', ({ reference }) => reference],
  ['Created', ({ createdAt }) => createdAt],
  ['Customer', ({ customerName }) => customerName],
  ['Email', ({ customerEmail }) => customerEmail],
  ['Phone', ({ customerPhone }) => customerPhone],
  ['Recipient', ({ recipientName }) => recipientName ?? ''],
  ['Recipient phone', ({ recipientPhone }) => recipientPhone ?? ''],
  ['Address', ({ deliveryAddress }) => deliveryAddress],
  ['City', ({ deliveryCity }) => deliveryCity],
  ['State', ({ deliveryState }) => deliveryState],
  ['ZIP code', ({ deliveryZip }) => deliveryZip],
  ['Promised by', ({ promisedBy }) => promisedBy],
  ['Status', ({ status }) => status],
  ['Payment', ({ paymentStatus }) => paymentStatus],
  ['Paid', ({ paidAt }) => paidAt ?? ''],
  ['Shop', ({ shopOrderId, shopName }) => (shopOrderId === null ? 'Unassigned' : shopName)],
  ['Subtotal', ({ subtotalCents }) => csvAmount(subtotalCents)],
  ['Delivery fee', ({ deliveryFeeCents }) => csvAmount(deliveryFeeCents)],
  ['Tax', ({ taxCents }) => csvAmount(taxCents)],
  ['Discount', ({ discountCents }) => csvAmount(discountCents)],
  ['Total', ({ totalCents }) => csvAmount(totalCents)],
  ['Refunded', ({ refundedCents }) => csvAmount(refundedCents)],
  ['Shop cost', ({ shopOrderId, shopCostCents }) => (shopOrderId === null ? '' : csvAmount(shopCostCents))],
  [
    'Platform fee',
    ({ shopOrderId, platformFeeCents }) => (shopOrderId === null ? '' : csvAmount(platformFeeCents)),
  ],
  ['Sample', ({ isSample }) => (isSample === 1 ? 'yes' : 'no')],
]

/**
 * The orders that match a filter as CSV (RFC 4180, UTF-8), newest first, read page by page as fast as the client takes them.
 * Instants are ISO, amounts plain dollars; no cell starts a spreadsheet formula.
 * @returns once the first page was read, so that an unavailable database gives an error instead of an incomplete file
 */
export async function exportOrders(deps: Deps, filter: OrderFilter): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let page = await nextOrders(deps.db, filter, null, BATCH_SIZE)
  let begin = BYTE_ORDER_MARK + csv([COLUMNS.map(([heading]) => heading)])
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      controller.enqueue(encoder.encode(begin + csv(page.map(cells))))
      begin = ''
      const last = page.at(-1)
      if (!last || page.length < BATCH_SIZE) return controller.close()
      try {
        page = await nextOrders(deps.db, filter, last.key, BATCH_SIZE)
      } catch (error) {
        // Breaks the download off, so that an incomplete file is not mistaken for a complete one.
        logFailure(deps, 'export_failed', error)
        throw error
      }
    },
  })
}

function cells(order: OrderExportRow): string[] {
  return COLUMNS.map(([, cell]) => cell(order))
}
