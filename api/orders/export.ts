import type { Deps } from '#api/deps.ts'
import { csvAmount, csvStream } from '#api/platform/csv.ts'
import { nextOrders, type OrderExportRow } from './list-queries.ts'
import type { OrderFilter } from './schema.ts'

/** The number of orders that are in memory at a time. */
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
  ['Apt, suite, floor', ({ deliveryUnit }) => deliveryUnit ?? ''],
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
  ['Agent of', ({ platformId, platformName }) => (platformId === null ? '' : platformName)],
  ['Agent profile', ({ platformId, profileUrl }) => (platformId === null ? '' : profileUrl)],
  ['Sample', ({ isSample }) => (isSample === 1 ? 'yes' : 'no')],
]

/** The orders that match a filter as CSV, newest first. Instants are ISO, amounts plain dollars. */
export function exportOrders(deps: Deps, filter: OrderFilter): Promise<ReadableStream<Uint8Array>> {
  return csvStream(deps, COLUMNS, BATCH_SIZE, (after) =>
    nextOrders(deps.db, filter, after?.key ?? null, BATCH_SIZE),
  )
}
