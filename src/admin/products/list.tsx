import { RecordList } from '#src/admin/ui/record-list.tsx'
import type { Column } from '#src/admin/ui/table-cells.tsx'
import type { ProductRow } from './queries.ts'
import { PRODUCT, PRODUCT_FIELDS } from './shared.tsx'

const columns = Object.values(PRODUCT_FIELDS).flatMap(({ label, column }): Column<ProductRow>[] =>
  column ? [{ header: label, ...column }] : [],
)

export function ProductList() {
  return (
    <RecordList
      kind={PRODUCT}
      lead="The storefront sells the three bouquets marked “Listed”."
      search="Search products"
      columns={columns}
      linkColumn="title"
      none="No Products Found"
    />
  )
}
