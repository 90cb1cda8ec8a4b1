import { Card, TwoColumns } from '#src/admin/ui/card.tsx'
import { ChangeHistory } from '#src/admin/ui/change-history.tsx'
import { Fact, Facts, TimeFact } from '#src/admin/ui/facts.tsx'
import { RecordDetail } from '#src/admin/ui/record-detail.tsx'
import { MadeThisWeek } from './made.tsx'
import { PRODUCT, PRODUCT_FIELDS, ProductPicture } from './shared.tsx'

export function ProductDetail() {
  return (
    <RecordDetail kind={PRODUCT}>
      {(product) => (
        <TwoColumns>
          <Card className="flex flex-col gap-6 sm:max-lg:flex-row xl:flex-row" aria-label="Product">
            <div className="flex flex-none flex-col gap-3 self-center sm:self-start">
              {[product.imageUrl, ...(product.secondImageUrl ? [product.secondImageUrl] : [])].map(
                (address) => (
                  <ProductPicture
                    key={address}
                    title={product.title}
                    imageUrl={address}
                    className="h-60 w-48 rounded-field bg-paper object-contain"
                  />
                ),
              )}
            </div>
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
          <div className="flex min-w-0 flex-col gap-5">
            {product.onStorefront && <MadeThisWeek productId={product.id} />}
            <ChangeHistory changes={product.changes} labels={PRODUCT.labels} />
          </div>
        </TwoColumns>
      )}
    </RecordDetail>
  )
}
