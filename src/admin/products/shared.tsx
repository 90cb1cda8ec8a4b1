import { fallbackImage, isPictureAddress } from '#domain/catalogue.ts'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { deleteProduct, PRODUCTS, type ProductRow } from './queries.ts'

/** The question before a product is deleted, and what it does. One that the storefront sells says so first. */
export function productDeletion({
  id,
  title,
  onStorefront,
}: Pick<ProductRow, 'id' | 'title' | 'onStorefront'>): Deletion {
  return {
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
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    touches: PRODUCTS,
  }
}

const PLACEHOLDER = 'Placeholder'

type ProductPictureProps = { title: string; imageUrl: string | null; className?: string }

/** A product's picture as it would be shown; the placeholder that fits its title when there is none or it is broken. */
export function ProductPicture({ title, imageUrl, className }: ProductPictureProps) {
  const own = imageUrl && isPictureAddress(imageUrl) ? imageUrl : null
  const fallback = `/bouquets/${fallbackImage(title)}-192.webp`
  return (
    <img
      key={`${own} ${fallback}`}
      className={className}
      src={own ?? fallback}
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
