import type { ProductForm } from '#api/products/schema.ts'
import { fallbackImage, isPictureAddress } from '#domain/catalogue.ts'
import { isUploadedPicture, uploadedPictureOfWidth } from '#domain/product-pictures.ts'
import type { RecordKind } from '#src/admin/ui/record-kind.ts'
import { deleteProduct, PRODUCTS, type ProductDetail, type ProductRow, productQueries } from './queries.ts'

/** The names of a product's fields on its screens and in its history. */
export const PRODUCT_LABELS: Readonly<Record<keyof ProductForm | 'price' | 'onStorefront', string>> = {
  sku: 'SKU',
  title: 'Title',
  priceCents: 'Price',
  price: 'Price',
  description: 'Description',
  imageUrl: 'Image URL',
  onStorefront: 'Storefront',
}

export const PRODUCT: RecordKind<ProductRow, ProductDetail> = {
  name: 'Product',
  path: 'products',
  queries: productQueries,
  touches: PRODUCTS,
  labels: PRODUCT_LABELS,
  titleOf: ({ title }) => title,
  // One that the storefront sells says so first.
  deletionOf: ({ id, title, onStorefront }) => ({
    title: `Delete ${title}?`,
    description: (
      <>
        {onStorefront && (
          <p className="font-semibold">
            This bouquet is listed on the storefront. Deleting it takes it off sale right away.
          </p>
        )}
        <p>This cannot be undone. Existing orders keep their details.</p>
      </>
    ),
    run: () => deleteProduct(id, onStorefront),
  }),
}

const PLACEHOLDER = 'Placeholder'

type ProductPictureProps = { title: string; imageUrl: string | null; className?: string }

/** A product's picture as it would be shown; the placeholder that fits its title when there is none or it is broken. */
export function ProductPicture({ title, imageUrl, className }: ProductPictureProps) {
  const own = imageUrl && isPictureAddress(imageUrl) ? imageUrl : null
  const small = own && isUploadedPicture(own) ? uploadedPictureOfWidth(own, 480) : own
  const fallback = `/bouquets/${fallbackImage(title)}-192.webp`
  return (
    <img
      key={`${own} ${fallback}`}
      className={className}
      src={small ?? fallback}
      alt={own ? `${title || 'Product'} bouquet` : PLACEHOLDER}
      // For src/lib/broken-pictures.ts.
      data-fallback={fallback}
      data-fallback-alt={PLACEHOLDER}
      width="192"
      height="240"
      loading="lazy"
    />
  )
}
