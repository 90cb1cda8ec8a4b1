import { SPECIAL_INSTRUCTIONS_MAX } from '#domain/limits.ts'
import { type ShopOrderDetail, setShopOrderDetails } from './queries.ts'
import { SavedText } from './saved-text.tsx'

/** What the house asks of the florist with this order. */
export function SpecialInstructions({ record }: { record: ShopOrderDetail }) {
  return (
    <div className="sheet">
      <SavedText
        record={record}
        name="specialInstructions"
        label="Special instructions"
        hint="The florist reads them with the order, and they are on the printed sheet."
        max={SPECIAL_INSTRUCTIONS_MAX}
        rows={3}
        submit="Save Instructions"
        save={({ id, version, paymentReference }, specialInstructions) =>
          setShopOrderDetails(id, { paymentReference, specialInstructions, version })
        }
        success="Special instructions updated successfully"
        failure="Failed to update special instructions"
      />
    </div>
  )
}
