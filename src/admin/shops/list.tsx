import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FloristQuestion } from '#src/admin/markets/florist-question.tsx'
import { NotifyWaiting } from '#src/admin/markets/notify-waiting.tsx'
import { RowActions } from '#src/admin/ui/delete-dialog.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { type ShopRow, shopsQuery } from './queries.ts'
import { shopDeletion } from './shared.tsx'

const route = getRouteApi('/admin/shops')

const columns: readonly Column<ShopRow>[] = [
  { id: 'name', header: 'Shop', cell: ({ name }) => name },
  { id: 'market', header: 'Market', cell: ({ marketName }) => marketName },
  { id: 'city', header: 'City', cell: ({ city, stateCode }) => `${city}, ${stateCode}` },
  {
    id: 'share',
    header: 'Share',
    width: 'number',
    align: 'end',
    cell: ({ defaultPercentage }) => `${defaultPercentage}%`,
  },
  {
    id: 'active',
    header: 'Status',
    width: 'status',
    cell: ({ active }) => <StatusBadge status={active ? 'active' : 'inactive'} />,
  },
  {
    id: 'actions',
    header: 'Actions',
    quietHeader: true,
    phone: 'actions',
    width: 'actions',
    cell: (shop) => (
      <RowActions
        name={shop.name}
        edit={{ to: '/admin/shops/$id/edit', params: { id: shop.id } }}
        deletion={shopDeletion(shop)}
      />
    ),
  },
]

export function ShopList() {
  const search = route.useSearch()
  const query = useQuery(shopsQuery(search))
  return (
    <>
      <ListPage
        title="Shops"
        lead="The florists who make and deliver the orders."
        actions={<LinkButton to="/admin/shops/new">Add Shop</LinkButton>}
        search={{ label: 'Search shops', q: search.q }}
        query={query}
        failure="Failed to load shops"
        columns={columns}
        rowLink={({ id }) => ({ to: '/admin/shops/$id', params: { id } })}
        linkColumn="name"
        empty={{
          title: 'No shops found',
          children: <LinkButton to="/admin/shops/new">Add First Shop</LinkButton>,
        }}
      />
      <FloristQuestion />
      <NotifyWaiting />
    </>
  )
}
