import { statusLabel } from '#domain/order-status.ts'
import { phoneLink } from '#domain/phone.ts'
import { RECORD_DAYS } from '#domain/shop-ranking.ts'
import { RecordList } from '#src/admin/ui/record-list.tsx'
import type { Column, TwoLines } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import type { ShopRow } from './queries.ts'
import { SHOP } from './shared.tsx'

const columns: readonly Column<ShopRow>[] = [
  {
    id: 'name',
    header: 'Shop',
    cell: ({ name, emailOnly }) => (
      <>
        <WholeName>{name}</WholeName>
        {emailOnly && <span className="block text-label text-muted">Email only</span>}
      </>
    ),
  },
  {
    id: 'market',
    header: 'Market',
    width: 'city',
    phone: 'bottomStart',
    cell: ({ marketName }) => <WholeName>{marketName}</WholeName>,
  },
  {
    id: 'city',
    header: 'City',
    width: 'city',
    phone: 'folded',
    cell: ({ city, stateCode }) => <WholeName>{`${city}, ${stateCode}`}</WholeName>,
  },
  {
    id: 'phone',
    header: 'Phone',
    width: 'phone',
    phone: 'folded',
    cell: ({ phone }) => (phone ? <PhoneNumber phone={phone} /> : <span className="text-muted">None</span>),
  },
  {
    id: 'open',
    header: 'Open orders',
    width: 'number',
    phone: 'folded',
    align: 'end',
    cell: ({ openOrders }) => openOrders.toLocaleString('en-US'),
  },
  {
    id: 'onTime',
    header: 'On time',
    width: 'number',
    phone: 'folded',
    align: 'end',
    cell: (shop) => onTimeText(shop),
  },
  {
    id: 'share',
    header: 'Share',
    width: 'rate',
    phone: 'folded',
    align: 'end',
    cell: ({ defaultPercentage }) => `${defaultPercentage}%`,
  },
  {
    id: 'active',
    header: 'Status',
    width: 'rate',
    phone: 'bottomEnd',
    cell: ({ active }) => statusLabel(active ? 'active' : 'inactive'),
  },
]

/** The places of the columns where rows have two lines. */
const LINES: TwoLines = {
  tracks: 'md:grid-cols-[minmax(0,1fr)_8.5rem_8.5rem_6rem_5.5rem_7rem]',
  places: {
    name: 'md:row-span-2 md:col-start-1',
    market: 'md:[grid-area:1/2]',
    city: 'md:[grid-area:2/2]',
    phone: 'md:row-span-2 md:col-start-3',
    open: 'md:[grid-area:1/4]',
    onTime: 'md:[grid-area:2/4]',
    share: 'md:[grid-area:1/5]',
    active: 'md:[grid-area:2/5] two-lines:text-right',
    actions: 'md:row-span-2 md:col-start-6',
  },
}

/** `93% of 44`, of the deliveries of the last days; a dash before the first. */
export function onTimeText({ delivered, onTime }: Pick<ShopRow, 'delivered' | 'onTime'>): string {
  if (delivered === 0) return '–'
  return `${Math.floor((100 * onTime) / delivered)}% of ${delivered.toLocaleString('en-US')}`
}

/** It can be pressed, above the link of its row. */
function PhoneNumber({ phone }: { phone: string }) {
  return (
    <a className="link relative z-1 tabular-nums" href={phoneLink(phone)}>
      {phone}
    </a>
  )
}

export function ShopList() {
  return (
    <RecordList
      kind={SHOP}
      lead={`The florists who make and deliver the orders. On time: of what they delivered in the last ${RECORD_DAYS} days.`}
      search="Search shops"
      columns={columns}
      lines={LINES}
      linkColumn="name"
      none="No shops found"
    />
  )
}
