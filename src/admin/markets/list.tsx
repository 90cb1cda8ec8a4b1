import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { usZoneName } from '#domain/time-zones.ts'
import { RowActions } from '#src/admin/ui/delete-dialog.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { NotifyWaiting } from './notify-waiting.tsx'
import { type MarketRow, marketsQuery } from './queries.ts'
import { MarketStatus, marketDeletion } from './shared.tsx'

const route = getRouteApi('/admin/markets')

const columns: readonly Column<MarketRow>[] = [
  { id: 'name', header: 'Market', cell: ({ name }) => name },
  { id: 'shops', header: 'Shops', align: 'end', width: 'number', cell: ({ shopCount }) => shopCount },
  {
    id: 'zips',
    header: 'ZIP codes',
    align: 'end',
    width: 'number',
    cell: ({ zipCount }) => zipCount.toLocaleString('en-US'),
  },
  {
    id: 'zone',
    header: 'Time zone',
    width: 'short',
    cell: ({ timeZone }) => usZoneName(timeZone),
  },
  {
    id: 'status',
    header: 'Status',
    width: 'longStatus',
    cell: (market) => <MarketStatus market={{ ...market, hasZipCodes: market.zipCount > 0 }} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    quietHeader: true,
    phone: 'actions',
    width: 'actions',
    cell: (market) => (
      <RowActions
        name={market.name}
        edit={{ to: '/admin/markets/$id/edit', params: { id: market.id } }}
        deletion={marketDeletion(market)}
      />
    ),
  },
]

export function MarketList() {
  const search = route.useSearch()
  const query = useQuery(marketsQuery(search))
  return (
    <>
      <ListPage
        title="Markets"
        lead="Where we deliver, and when."
        actions={<LinkButton to="/admin/markets/new">Add Market</LinkButton>}
        search={{ label: 'Search markets or ZIP codes', q: search.q }}
        query={query}
        failure="Failed to load markets"
        columns={columns}
        scrolls="medium"
        rowLink={({ id }) => ({ to: '/admin/markets/$id', params: { id } })}
        linkColumn="name"
        empty={{
          title: 'No markets found',
          children: <LinkButton to="/admin/markets/new">Add First Market</LinkButton>,
        }}
      />
      <NotifyWaiting />
    </>
  )
}
