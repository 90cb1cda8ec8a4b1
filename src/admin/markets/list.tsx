import { usZoneName } from '#domain/time-zones.ts'
import { RecordList } from '#src/admin/ui/record-list.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { WholeName } from '#src/admin/ui/truncate.tsx'
import type { MarketRow } from './queries.ts'
import { MARKET, marketStatusLabel } from './shared.tsx'

const columns: readonly Column<MarketRow>[] = [
  { id: 'name', header: 'Market', cell: ({ name }) => <WholeName>{name}</WholeName> },
  {
    id: 'shops',
    header: 'Shops',
    align: 'end',
    width: 'number',
    phone: 'folded',
    cell: ({ shopCount }) => shopCount,
  },
  {
    id: 'zips',
    header: 'ZIP codes',
    align: 'end',
    width: 'number',
    phone: 'folded',
    cell: ({ zipCount }) => zipCount.toLocaleString('en-US'),
  },
  {
    id: 'zone',
    header: 'Time zone',
    width: 'short',
    phone: 'topEnd',
    cell: ({ timeZone }) => usZoneName(timeZone),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'longStatus',
    phone: 'bottomStart',
    cell: (market) => (
      <span className="block leading-[1.2] md:whitespace-normal">
        {marketStatusLabel({ ...market, hasZipCodes: market.zipCount > 0 })}
      </span>
    ),
  },
]

export function MarketList() {
  return (
    <RecordList
      kind={MARKET}
      lead="Where we deliver, and when."
      search="Search markets or ZIP codes"
      columns={columns}
      linkColumn="name"
      none="No markets found"
    />
  )
}
