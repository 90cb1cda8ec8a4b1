import { NotConfirmed } from '#src/admin/client/confirmation.ts'
import { confirmingFlorist } from '#src/admin/markets/questions.tsx'
import { marketsAndShopsKey } from '#src/admin/query-client.ts'
import { closeQuestion } from '#src/admin/ui/confirm-dialog.tsx'
import type { RecordKind } from '#src/admin/ui/record-kind.ts'
import { notify } from '#src/admin/ui/toasts.tsx'
import { ApiError } from '#src/lib/api.ts'
import { deleteShop, type ShopDetail, type ShopRow, shopQueries } from './queries.ts'

const SHOP_LABELS = {
  name: 'Shop Name',
  streetAddress: 'Street Address',
  city: 'City',
  stateId: 'State',
  zip: 'ZIP Code',
  marketId: 'Market',
  phone: 'Phone',
  email: 'Email',
  active: 'Active',
  weekdayCapacity: 'Bouquets per day',
  hourlyCapacity: 'Bouquets per hour',
  capacityDates: 'Special days',
  defaultPercentage: 'Shop share',
  showsPhotos: 'Shoppers see its photos',
  takesTexts: 'Takes texts',
  phones: 'Phone that rings',
}

export const SHOP: RecordKind<ShopRow, ShopDetail> = {
  name: 'Shop',
  path: 'shops',
  queries: shopQueries,
  touches: marketsAndShopsKey,
  labels: SHOP_LABELS,
  titleOf: ({ name }) => name,
  deletionOf: ({ id, name }) => ({
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
    run: () => confirmingFlorist((withoutFlorist) => deleteShop(id, withoutFlorist)).catch(refused),
  }),
}

/** Says in a toast why a shop with orders cannot be deleted. */
function refused(error: unknown): never {
  if (!(error instanceof ApiError && error.code === 'shop_has_orders')) throw error
  closeQuestion()
  notify.error(error.message, 'Cannot Delete Shop')
  throw new NotConfirmed()
}
