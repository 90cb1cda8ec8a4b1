import type { ReactNode } from 'react'
import type { ProductForm } from '#api/products/schema.ts'
import { formatMoney } from '#domain/money.ts'
import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { RecordDetail } from '#src/admin/ui/record-detail.tsx'
import { StatusBadge } from '#src/admin/ui/status-badge.tsx'
import type { ProductDetail as Product } from './queries.ts'
import { PRODUCT, ProductPicture } from './shared.tsx'

/** The text of each field, in the order in which they are shown; the picture stands beside them. */
const FACTS: Record<
  Exclude<keyof ProductForm, 'imageUrl'> | 'onStorefront',
  (product: Product) => ReactNode
> = {
  sku: ({ sku }) => sku,
  title: ({ title }) => title,
  priceCents: ({ priceCents }) => <span className="tabular-nums">{formatMoney(priceCents)}</span>,
  onStorefront: ({ onStorefront }) =>
    onStorefront ? <StatusBadge status="active">Listed</StatusBadge> : 'Not listed',
  description: ({ description }) =>
    description ?? <span className="text-muted">No description available</span>,
}

export function ProductDetail() {
  return (
    <RecordDetail kind={PRODUCT}>
      {(product) => (
        <TwoColumns>
          <Card className="flex flex-col gap-6 sm:max-lg:flex-row xl:flex-row" aria-label="Product">
            <ProductPicture
              title={product.title}
              imageUrl={product.imageUrl}
              className="h-60 w-48 flex-none self-center rounded-field bg-paper object-contain sm:self-start"
            />
            <Facts>
              {Object.entries(FACTS).map(([name, factOf]) => (
                <Fact key={name} term={PRODUCT.labels[name] ?? name}>
                  {factOf(product)}
                </Fact>
              ))}
              <TimeFact term="Created" at={product.createdAt} />
              <TimeFact term="Last updated" at={product.updatedAt} />
            </Facts>
          </Card>
          <ChangeHistory changes={product.changes} labels={PRODUCT.labels} />
        </TwoColumns>
      )}
    </RecordDetail>
  )
}
