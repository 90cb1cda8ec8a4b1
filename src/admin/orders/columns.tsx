import { formatMoney } from '#domain/money.ts'
import { FLAGS } from '#domain/order/causes.ts'
import { ORDER_STATUS_COLOURS, PAYMENT_STATUS_COLOURS, statusLabel } from '#domain/order-status.ts'
import { Truncate } from '#src/admin/ui/full-text.tsx'
import { StatusBadge, Tag } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderRow } from './queries.ts'

export const referenceColumn: Column<Pick<OrderRow, 'reference' | 'isSample'>> = {
  id: 'reference',
  header: 'Order #',
  width: 'reference',
  cell: ({ reference, isSample }) => (
    <span className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:text-small">
      <Truncate className="tabular-nums md:text-label md:@min-[76rem]:text-small">{reference}</Truncate>
      {isSample && <Tag className="">Sample</Tag>}
    </span>
  ),
}

export const promisedColumn: Column<Parameters<typeof TimeLeft>[0] & Pick<OrderRow, 'timeZone'>> = {
  id: 'promised',
  header: 'Promised by',
  width: 'marketTime',
  phone: 'topEnd',
  // In the two lines of a phone the time that is left says it all. From tablets on there are three lines.
  cell: ({ timeZone, ...order }) => (
    <div className="md:text-label md:leading-[1.15]">
      <span className="block max-md:group-not-data-open:hidden">
        <When at={order.promisedBy} zone={timeZone} />
      </span>
      <TimeLeft {...order} />
    </div>
  ),
}

export const totalColumn: Column<Pick<OrderRow, 'totalCents'>> = {
  id: 'total',
  header: 'Total',
  align: 'end',
  width: 'amountBesideCustomer',
  phone: 'folded',
  cell: ({ totalCents }) => formatMoney(totalCents),
}

export const paymentColumn: Column<Pick<OrderRow, 'paymentStatus'>> = {
  id: 'payment',
  header: 'Payment',
  width: 'payment',
  phone: 'folded',
  cell: ({ paymentStatus }) => <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />,
}

export const createdColumn: Column<Pick<OrderRow, 'createdAt'>> = {
  id: 'created',
  header: 'Created',
  width: 'stampBesideCustomer',
  phone: 'folded',
  cell: ({ createdAt }) => <When at={createdAt} />,
}

type StandingProps = {
  situation: Pick<OrderRow['situation'], 'look' | 'label'>
  status: string
  palette: NonNullable<Parameters<typeof StatusBadge>[0]['palette']>
}

/** Where an order stands: its situation if that is pressing, with the status below it. */
export function Standing({ situation: { look, label }, status, palette }: StandingProps) {
  if (look === 'plain') return <StatusBadge status={status} palette={palette} />
  return (
    <>
      <span
        className={`block text-small leading-[1.2] font-semibold whitespace-normal ${look === 'red' ? 'text-tone-red' : 'text-tone-yellow'}`}
      >
        {label}
      </span>
      <span className="block text-label leading-[1.3] text-muted">{statusLabel(status)}</span>
    </>
  )
}

const columns: readonly Column<OrderRow>[] = [
  referenceColumn,
  {
    id: 'customer',
    header: 'Customer',
    width: 'customer',
    phone: 'bottomStart',
    cell: ({ customerName, customerEmail }) => (
      <>
        <Truncate>{customerName}</Truncate>
        <Truncate className="text-muted max-md:wrap-anywhere max-md:group-not-data-open:hidden md:whitespace-nowrap">
          {customerEmail}
        </Truncate>
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ status, flags, situation }) => (
      <>
        <Standing situation={situation} status={status} palette={ORDER_STATUS_COLOURS} />
        <Truncate className="text-label leading-[1.3] font-semibold text-rose empty:hidden">
          {flags
            .filter((flag) => flag !== situation.flag)
            .map((flag) => FLAGS[flag].label.short)
            .join(', ')}
        </Truncate>
      </>
    ),
  },
  {
    ...paymentColumn,
    cell: ({ paymentStatus, refundedCents, totalCents }) => (
      <>
        <StatusBadge status={paymentStatus} palette={PAYMENT_STATUS_COLOURS} />
        {refundedCents > 0 && refundedCents < totalCents && (
          <Truncate className="text-label leading-[1.3] text-muted">
            {`${formatMoney(refundedCents)} refunded`}
          </Truncate>
        )}
      </>
    ),
  },
  promisedColumn,
  {
    id: 'shop',
    header: 'Shop',
    width: 'besideCustomer',
    phone: 'folded',
    cell: ({ shop }) =>
      shop === null ? (
        <span className="text-muted">Unassigned</span>
      ) : (
        <>
          <Truncate>{shop.shopName}</Truncate>
          <Truncate className="text-muted">{statusLabel(shop.status)}</Truncate>
        </>
      ),
  },
  totalColumn,
  shareColumn('shopCost', 'Shop Cost', 'amount', ({ shopCostCents }) => formatMoney(shopCostCents)),
  shareColumn('platformFee', 'Platform Fee', 'short', ({ platformFeeCents }) =>
    formatMoney(platformFeeCents),
  ),
  shareColumn('split', 'Split percent', 'short', ({ shopPercent }) => splitText(shopPercent)),
  createdColumn,
]

const MONEY: readonly string[] = ['shopCost', 'platformFee', 'split']
const USUAL = columns.filter(({ id }) => !MONEY.includes(id))
const FINANCIAL = columns.filter(({ id }) => id !== 'promised')

/** The columns of the orders list. The split takes the place of the promise: there is no room for both. */
export function orderColumns(withSplit: boolean): readonly Column<OrderRow>[] {
  return withSplit ? FINANCIAL : USUAL
}

/** `80/20`, the shop's part first; a part may have one decimal. */
export function splitText(shopPercent: number): string {
  return `${shopPercent}/${Math.round((100 - shopPercent) * 10) / 10}`
}

/** A column about the shop's share, which an order without a shop does not have. On a phone it is never folded: it was asked for. */
function shareColumn(
  id: string,
  header: string,
  width: 'amount' | 'short',
  textOf: (shop: NonNullable<OrderRow['shop']>) => string,
): Column<OrderRow> {
  const none = (
    <span data-nothing className="text-muted">
      –
    </span>
  )
  return {
    id,
    header,
    width,
    align: 'end',
    cell: ({ shop }) => (shop === null ? none : textOf(shop)),
  }
}
