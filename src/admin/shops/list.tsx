import { statusLabel } from '#domain/order-status.ts'
import { RecordList } from '#src/admin/ui/record-list.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import type { ShopRow } from './queries.ts'
import { SHOP } from './shared.tsx'

const columns: readonly Column<ShopRow>[] = [
  { id: 'name', header: 'Shop', cell: ({ name }) => name },
  {
    id: 'market',
    header: 'Market',
    width: 'place',
    phone: 'bottomStart',
    cell: ({ marketName }) => marketName,
  },
  {
    id: 'city',
    header: 'City',
    width: 'place',
    phone: 'folded',
    cell: ({ city, stateCode }) => `${city}, ${stateCode}`,
  },
  {
    id: 'share',
    header: 'Share',
    width: 'number',
    phone: 'folded',
    align: 'end',
    cell: ({ defaultPercentage }) => `${defaultPercentage}%`,
  },
  {
    id: 'active',
    header: 'Status',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ active }) => statusLabel(active ? 'active' : 'inactive'),
  },
]

export function ShopList() {
  return (
    <RecordList
      kind={SHOP}
      lead="The florists who make and deliver the orders."
      search="Search shops"
      columns={columns}
      linkColumn="name"
      none="No shops found"
    />
  )
}
