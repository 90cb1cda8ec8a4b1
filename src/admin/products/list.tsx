import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { formatMoney } from '#domain/money.ts'
import { RowActions } from '#src/admin/ui/delete-dialog.tsx'
import { LinkButton } from '#src/admin/ui/link-button.tsx'
import { ListPage } from '#src/admin/ui/list-page.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import { type ProductRow, productsQuery } from './queries.ts'
import { ProductPicture, productDeletion } from './shared.tsx'

const route = getRouteApi('/admin/products')

const columns: readonly Column<ProductRow>[] = [
  {
    id: 'image',
    header: 'Image',
    quietHeader: true,
    phone: 'image',
    width: 'image',
    cell: ({ imageUrl, title }) => (
      <ProductPicture
        imageUrl={imageUrl}
        title={title}
        className="h-[3.4375rem] w-11 rounded-md bg-paper object-contain md:h-10 md:w-8"
      />
    ),
  },
  { id: 'sku', header: 'SKU', width: 'code', cell: ({ sku }) => sku },
  {
    id: 'title',
    header: 'Title',
    cell: ({ title }) => title,
  },
  {
    id: 'storefront',
    header: 'Storefront',
    width: 'status',
    cell: ({ onStorefront }) =>
      onStorefront ? (
        <StatusBadge status="active">Listed</StatusBadge>
      ) : (
        <span className="text-muted">Not listed</span>
      ),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    width: 'amount',
    cell: ({ priceCents }) => formatMoney(priceCents),
  },
  {
    id: 'actions',
    header: 'Actions',
    quietHeader: true,
    phone: 'actions',
    width: 'actions',
    cell: (product) => (
      <RowActions
        name={product.title}
        edit={{ to: '/admin/products/$id/edit', params: { id: product.id } }}
        deletion={productDeletion(product)}
      />
    ),
  },
]

export function ProductList() {
  const search = route.useSearch()
  const query = useQuery(productsQuery(search))
  const add = (label: string) => <LinkButton to="/admin/products/new">{label}</LinkButton>
  return (
    <ListPage
      title="Products"
      lead="The storefront sells the three bouquets marked “Listed”."
      actions={add('Add Product')}
      search={{ label: 'Search products', q: search.q }}
      query={query}
      failure="Failed to load products"
      columns={columns}
      rowLink={({ id }) => ({ to: '/admin/products/$id', params: { id } })}
      linkColumn="title"
      empty={{ title: 'No Products Found', children: add('Add First Product') }}
    />
  )
}
