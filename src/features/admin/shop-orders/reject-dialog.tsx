import { Dialog } from '@base-ui/react/dialog'
import * as z from 'zod/mini'
import { Button } from '#src/components/ui/button.tsx'
import { shopOrderStatusRequest } from '#src/contracts/admin/shop-orders.ts'
import { REJECTION_REASON_MAX } from '#src/domain/limits.ts'
import { FormTextArea } from '#src/features/admin/shared/form-fields.tsx'
import { SmallForm } from '#src/features/admin/shared/small-form.tsx'

const why = z.pick(shopOrderStatusRequest, { reason: true })

type RejectDialogProps = {
  open: boolean
  shop: string
  onClose: () => void
  onReject: (reason: string | null) => Promise<void>
}

/** The florist said no on the phone: why, if they said. */
export function RejectDialog({ open, shop, onClose, onReject }: RejectDialogProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="veil" />
        <Dialog.Popup className="popup">
          <Dialog.Title className="popup-title">{shop} said no?</Dialog.Title>
          <Dialog.Description className="popup-words">
            The order goes back to the assign list. What was said stays in its timeline.
          </Dialog.Description>
          <SmallForm
            label="Reject"
            schema={why}
            start={{ reason: '' }}
            send={({ reason }) => onReject(reason)}
            submit="Reject"
            failure="Failed to update shop order status"
            aside={<Dialog.Close render={<Button type="button" look="quiet" />}>Cancel</Dialog.Close>}
          >
            <FormTextArea
              name="reason"
              label="Reason, if they said"
              rows={3}
              maxLength={REJECTION_REASON_MAX}
            />
          </SmallForm>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
