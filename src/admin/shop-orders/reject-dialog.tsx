import { Dialog } from '@base-ui/react/dialog'
import * as z from 'zod/mini'
import { shopOrderStatusRequest } from '#api/shop-orders/schema.ts'
import { REJECTION_REASON_MAX } from '#domain/limits.ts'
import { FormTextArea } from '#src/admin/ui/form-fields.tsx'
import { SmallForm } from '#src/admin/ui/small-form.tsx'
import { Button } from '#src/components/ui/button.tsx'

const why = z.object({ reason: shopOrderStatusRequest.shape.reason })

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
