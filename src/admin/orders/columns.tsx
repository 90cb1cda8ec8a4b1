import { formatMoney } from '#domain/money.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import type { Column } from '#src/admin/ui/data-table.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import { When } from '#src/admin/ui/when.tsx'
import { FLAG_WORDS } from './flag-labels.ts'
import type { OrderRow } from './queries.ts'

const columns = {
  reference: {
    id: 'reference',
    header: 'Order #',
    phone: 'left',
    cell: ({ reference }) => <span className="tabular-nums whitespace-nowrap">{reference}</span>,
  },
  customer: {
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
  status: {
    id: 'status',
    header: 'Status',
    phone: 'left',
    cell: ({ status, flags }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={status} palette={ORDER_STATUS_COLOURS} />
        {flags.map((flag) => (
          <span key={flag} className="text-label font-semibold whitespace-nowrap text-rose">
            {FLAG_WORDS[flag].short}
          </span>
        ))}
      </span>
    ),
  },
  payment: {
    id: 'payment',
    header: 'Payment',
    phone: 'right',
    cell: ({ paymentStatus, refundedCents, totalCents }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        {refundedCents > 0 && refundedCents < totalCents && (
          <span className="tabular-nums text-small text-muted">{formatMoney(refundedCents)} back</span>
        )}
      </span>
    ),
  },
  shop: {
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
  total: {
    id: 'total',
    header: 'Total',
    align: 'end',
    phone: 'top',
    cell: ({ totalCents }) => formatMoney(totalCents),
  },
  shopCost: {
    id: 'shopCost',
    header: 'Shop Cost',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : formatMoney(shop.shopCostCents)),
  },
  platformFee: {
    id: 'platformFee',
    header: 'Platform Fee',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : formatMoney(shop.platformFeeCents)),
  },
  split: {
    id: 'split',
    header: 'Split percent',
    align: 'end',
    cell: ({ shop }) => (shop === null ? <None /> : splitText(shop.shopPercent)),
  },
  promised: {
    id: 'promised',
    header: 'Promised',
    cell: ({ promisedBy, timeZone }) => <When at={promisedBy} zone={timeZone} />,
  },
  created: { id: 'created', header: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
} as const satisfies Record<string, Column<OrderRow>>

const { reference, customer, status, payment, shop, total, promised, created } = columns
const USUAL: readonly Column<OrderRow>[] = [
  reference,
  customer,
  status,
  payment,
  shop,
  total,
  promised,
  created,
]

const { shopCost, platformFee, split } = columns
const FINANCIAL: readonly Column<OrderRow>[] = [
  reference,
  customer,
  status,
  payment,
  shop,
  total,
  shopCost,
  platformFee,
  split,
  created,
]

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
