import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { deleteOrder, ORDERS, type OrderDetail } from './queries.ts'

/** The question before an order is deleted; null while it cannot be (decisions.md, `Delete Order`). */
export function orderDeletion({ id, reference, allowed }: OrderDetail): Deletion | null {
  if (!allowed.delete) return null
  return {
    title: `Delete ${reference}?`,
    words: <p>This cannot be undone. Its log stays, the order itself is gone for good.</p>,
    label: 'Delete Order',
    run: () => deleteOrder(id),
    success: 'Order deleted successfully',
    failure: 'Failed to delete order',
    touches: ORDERS,
  }
}
