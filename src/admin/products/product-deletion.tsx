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
    words: (
      <>
        {onStorefront && (
          <p className="strong">
            The shop sells this bouquet right now. Deleting it takes it off sale at once.
          </p>
        )}
        <p>This cannot be undone. Orders that were placed keep what they show.</p>
      </>
    ),
    run: () => deleteProduct(id, onStorefront),
    success: 'Product deleted successfully',
    failure: 'Failed to delete product',
    touches: PRODUCTS,
  }
}
