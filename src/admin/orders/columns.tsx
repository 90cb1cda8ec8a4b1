import { platformText } from '#domain/agent-platforms.ts'
import { formatMoney } from '#domain/money.ts'
import { FLAGS } from '#domain/order/causes.ts'
import { statusLabel } from '#domain/order-status.ts'
import type { Column, TwoLines } from '#src/admin/ui/table-cells.tsx'
import { TimeLeft } from '#src/admin/ui/time-left.tsx'
import { Truncate, WholeName } from '#src/admin/ui/truncate.tsx'
import { When } from '#src/admin/ui/when.tsx'
import type { OrderRow } from './queries.ts'

type Referred = Pick<OrderRow, 'reference' | 'isSample'> & Partial<Pick<OrderRow, 'platform'>>

export const referenceColumn: Column<Referred> = {
  id: 'reference',
  header: 'Order #',
  width: 'reference',
  cell: ({ reference, isSample, platform }) => (
    <span className="max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:text-small">
      <Truncate className="tabular-nums md:text-label md:@min-[76rem]:text-small">{reference}</Truncate>
      {isSample && <span className="text-label font-normal text-muted md:block">Sample</span>}
      {platform && (
        <span className="text-label font-normal text-muted md:block" title={platformText(platform)}>
          Agent
        </span>
      )}
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
  cell: ({ paymentStatus }) => statusLabel(paymentStatus),
}

export const createdColumn: Column<Pick<OrderRow, 'createdAt'>> = {
  id: 'created',
  header: 'Created',
  width: 'shortStamp',
  phone: 'folded',
  cell: ({ createdAt }) => <When at={createdAt} />,
}

type StandingProps = {
  situation: Pick<OrderRow['situation'], 'look' | 'label'>
  status: string
}

/** Where an order stands: a word, below its situation if that is pressing. Only what is pressing has a color. */
export function Standing({ situation: { look, label }, status }: StandingProps) {
  if (look === 'plain') return statusLabel(status)
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
    phone: 'bottomStart',
    cell: ({ customerName, customerEmail }) => (
      <>
        <WholeName>{customerName}</WholeName>
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
        <Standing situation={situation} status={status} />
        <Truncate className="text-label leading-[1.3] text-muted empty:hidden">
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
        <span className="block">{statusLabel(paymentStatus)}</span>
        {refundedCents > 0 && refundedCents < totalCents && (
          <span className="block text-label leading-[1.15] text-muted md:whitespace-normal">
            {`${formatMoney(refundedCents)} refunded`}
          </span>
        )}
      </>
    ),
  },
  promisedColumn,
  {
    id: 'shop',
    header: 'Shop',
    phone: 'folded',
    cell: ({ shop }) =>
      shop === null ? (
        <span className="text-muted">Unassigned</span>
      ) : (
        <>
          <WholeName>{shop.shopName}</WholeName>
          <Truncate className="text-muted two-lines:hidden">{statusLabel(shop.status)}</Truncate>
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

const ASIDE = 'md:row-span-2'
const LEFT = 'two-lines:text-left two-lines:*:justify-start two-lines:pl-1.5'

/** The places of the columns where rows have two lines. Each line is about 735 px long at least. */
const LINES: TwoLines = {
  tracks: 'md:grid-cols-[2.5rem_7.875rem_minmax(0,1fr)_7rem_8.25rem_9.75rem]',
  places: {
    select: `${ASIDE} md:col-start-1`,
    reference: 'md:[grid-area:1/2]',
    created: 'md:[grid-area:2/2] two-lines:pl-1.5',
    customer: `${ASIDE} md:col-start-3`,
    status: 'md:[grid-area:1/4]',
    payment: 'md:[grid-area:2/4]',
    promised: `${ASIDE} md:col-start-5`,
    shop: 'md:[grid-area:1/6]',
    total: `md:[grid-area:2/6] ${LEFT}`,
  },
}

const FINANCIAL_LINES: TwoLines = {
  tracks: 'md:grid-cols-[2.5rem_7.875rem_minmax(0,1fr)_7rem_9.75rem_6rem_5rem]',
  isWide: true,
  places: {
    ...LINES.places,
    shop: 'md:[grid-area:1/5]',
    total: `md:[grid-area:2/5] ${LEFT}`,
    shopCost: 'md:[grid-area:1/6]',
    platformFee: 'md:[grid-area:2/6]',
    split: `${ASIDE} md:col-start-7 two-lines:pr-3`,
  },
}

export function orderLines(withSplit: boolean): TwoLines {
  return withSplit ? FINANCIAL_LINES : LINES
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
