import type { ProductForm } from '#api/products/schema.ts'
import { formatMoney } from '#domain/money.ts'
import { RecordList } from '#src/admin/ui/record-list.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import type { ProductRow } from './queries.ts'
import { PRODUCT, ProductPicture } from './shared.tsx'

/** The column of each field, from left to right; null: only the product's own screen shows it. */
const COLUMNS: Record<keyof ProductForm | 'onStorefront', Column<ProductRow> | null> = {
  imageUrl: {
    id: 'image',
    header: 'Image',
    quietHeader: true,
    phone: 'lead',
    width: 'image',
    cell: ({ imageUrl, title }) => (
      <ProductPicture
        imageUrl={imageUrl}
        title={title}
        className="h-[3.4375rem] w-11 rounded-md bg-paper object-contain md:h-10 md:w-8"
      />
    ),
  },
  sku: { id: 'sku', header: 'SKU', width: 'code', phone: 'bottomStart', cell: ({ sku }) => sku },
  title: { id: 'title', header: 'Title', cell: ({ title }) => title },
  onStorefront: {
    id: 'storefront',
    header: 'Storefront',
    width: 'status',
    phone: 'bottomEnd',
    cell: ({ onStorefront }) =>
      onStorefront ? (
        <StatusBadge status="active">Listed</StatusBadge>
      ) : (
        <span className="text-muted">Not listed</span>
      ),
  },
  priceCents: {
    id: 'price',
    header: 'Price',
    align: 'end',
    width: 'amount',
    phone: 'topEnd',
    cell: ({ priceCents }) => formatMoney(priceCents),
  },
  description: null,
}

export function ProductList() {
  return (
    <RecordList
      kind={PRODUCT}
      lead="The storefront sells the three bouquets marked “Listed”."
      search="Search products"
      columns={Object.values(COLUMNS).filter((column) => column !== null)}
      linkColumn="title"
      none="No Products Found"
    />
  )
}
