import { confirmingFlorist } from '#src/admin/markets/florist-question.tsx'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import type { Deletion } from '#src/admin/ui/delete-dialog.tsx'
import { ApiError } from '#src/lib/api.ts'
import { deleteShop } from './queries.ts'

/** Labels of a shop's fields on its form and in its history. */
export const SHOP_LABELS = {
  name: 'Shop Name',
  streetAddress: 'Street Address',
  city: 'City',
  stateId: 'State',
  zip: 'ZIP Code',
  marketId: 'Market',
  phone: 'Phone',
  email: 'Email',
  active: 'Active',
  weekdayCapacity: 'Bouquets a day',
  hourlyCapacity: 'Bouquets an hour',
  capacityDates: 'Other days',
  defaultPercentage: 'Share of an order',
}

/** The question before a shop is deleted, and what it does. */
export function shopDeletion({ id, name }: { id: string; name: string }): Deletion {
  return {
    title: 'Confirm Shop Deletion',
    description: (
      <>
        <p>
          Do you want to delete <b>{name}</b>? This cannot be undone.
        </p>
        <p className="text-muted">To stop new orders, make it inactive instead.</p>
      </>
    ),
    label: 'Delete Shop',
    run: (close) => confirmingFlorist((withoutFlorist) => deleteShop(id, withoutFlorist), close),
    success: 'Shop deleted successfully',
    failure: 'Failed to delete shop',
    refusal: (error) =>
      error instanceof ApiError && error.code === 'shop_has_orders' ? { title: 'Cannot Delete Shop' } : null,
    touches: marketsAndShopsKey,
  }
}
