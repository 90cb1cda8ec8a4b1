import { formatMoney } from '#domain/money.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import type { Column } from '#src/admin/ui/data-table.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { FLAG_LABELS } from './flag-labels.ts'
import type { OrderRow } from './queries.ts'

const columns: readonly Column<OrderRow>[] = [
  {
    id: 'reference',
    header: 'Order #',
    phone: 'left',
    cell: ({ reference }) => <span className="tabular-nums whitespace-nowrap">{reference}</span>,
  },
  {
    id: 'customer',
    header: 'Customer',
    phone: 'full',
    cell: ({ customerName, customerEmail, isSample }) => (
      <span className="block min-w-36 wrap-anywhere">
        <span className="block">
          {customerName}
          {isSample && <Tag>Sample</Tag>}
        </span>
        <span className="block text-small text-muted">{customerEmail}</span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    phone: 'left',
    cell: ({ status, flags }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={status} palette={ORDER_STATUS_COLOURS} />
        {flags.map((flag) => (
          <span key={flag} className="text-label font-semibold whitespace-nowrap text-rose">
            {FLAG_LABELS[flag].short}
          </span>
        ))}
      </span>
    ),
  },
  {
    id: 'payment',
    header: 'Payment',
    phone: 'right',
    cell: ({ paymentStatus, refundedCents, totalCents }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        {refundedCents > 0 && refundedCents < totalCents && (
          <span className="tabular-nums text-small text-muted">{formatMoney(refundedCents)} refunded</span>
        )}
      </span>
    ),
  },
  {
    id: 'shop',
    header: 'Shop',
    cell: ({ shop }) =>
      shop === null ? (
        <span className="text-muted">Unassigned</span>
      ) : (
        <span>
          <span className="block">{shop.shopName}</span>
          <span className="text-label text-muted">{statusLabel(shop.status)}</span>
        </span>
      ),
  },
  {
    id: 'total',
    header: 'Total',
    align: 'end',
    phone: 'top',
    cell: ({ totalCents }) => formatMoney(totalCents),
  },
  {
    id: 'promised',
    header: 'Promised',
    cell: ({ promisedBy, timeZone, status, paymentStatus }) => (
      <>
        <When at={promisedBy} zone={timeZone} />
        <TimeLeft promisedBy={promisedBy} status={status} paymentStatus={paymentStatus} />
      </>
    ),
  },
  {
    id: 'shopCost',
    header: 'Shop Cost',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : formatMoney(shop.shopCostCents)),
  },
  {
    id: 'platformFee',
    header: 'Platform Fee',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : formatMoney(shop.platformFeeCents)),
  },
  {
    id: 'split',
    header: 'Split percent',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : splitText(shop.shopPercent)),
  },
  { id: 'created', header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]

const MONEY: readonly string[] = ['shopCost', 'platformFee', 'split']
const USUAL = columns.filter(({ id }) => !MONEY.includes(id))
const FINANCIAL = columns.filter(({ id }) => id !== 'promised')

/** Orders list. The split takes the place of the promise: who looks at money does not look at the clock. */
export function orderColumns(withSplit: boolean): readonly Column<OrderRow>[] {
  return withSplit ? FINANCIAL : USUAL
}

/** `80/20`, the shop's part first; a part may have one decimal. */
export function splitText(shopPercent: number): string {
  return `${shopPercent}/${Math.round((100 - shopPercent) * 10) / 10}`
}

function None() {
  return (
    <span data-nothing className="text-muted">
      –
    </span>
  )
}
