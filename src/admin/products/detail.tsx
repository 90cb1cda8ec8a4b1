import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { RecordDetail } from '#src/admin/ui/record-detail.tsx'
import { PRODUCT, PRODUCT_FIELDS, ProductPicture } from './shared.tsx'

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
              {Object.values(PRODUCT_FIELDS).map(
                ({ label, fact }) =>
                  fact && (
                    <Fact key={label} term={label}>
                      {fact(product)}
                    </Fact>
                  ),
              )}
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
